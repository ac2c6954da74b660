"""The code of the lesson docs/cnf.md."""

# How a Sudoku becomes CNF

# Variables, literals, clauses

# The rules as clauses

# A puzzle as a file

# From the model back to the grid

# Formulas of others

# Other questions

# Other sizes and rules
