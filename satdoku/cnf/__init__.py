"""Formulas: recipes, singles, encodings, DIMACS."""
