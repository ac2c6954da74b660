"""Paths explained: checked by SAT, reasons where techniques end, hints and ratings."""
