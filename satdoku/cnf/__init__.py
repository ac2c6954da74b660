"""Formulas: recipes, variables, families of clauses, encodings, DIMACS."""
