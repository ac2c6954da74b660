"""The version of satdoku; releases change it here alone."""

__version__ = "0.1.0"
