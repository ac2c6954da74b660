"""Constraints: rules beyond rows, columns and boxes."""
