"""Estimates of how many solutions there are, from samples of the search tree."""
