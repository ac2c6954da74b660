"""Puzzles of 9x9 as arrays, block by block, with what is none of these in its place."""
