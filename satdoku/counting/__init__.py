"""Exact counts, also where there are too many solutions to list."""
