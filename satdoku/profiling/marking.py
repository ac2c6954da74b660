"""The line on standard error behind which the modules of a first solve are loaded."""

__all__ = ["MARK"]

MARK = "satdoku: begun"
