"""The code of the lesson docs/cnf.md."""

# How a Sudoku becomes CNF

# Variables, literals, clauses

# The rules as clauses

from itertools import combinations, product
def variable(row, column, digit):
    return 4 * (4 * (row - 1) + (column - 1)) + digit
digits = range(1, 5)
clauses = [[variable(r, c, d) for d in digits] for r, c in product(digits, digits)]
units = [[(r, c) for c in digits] for r in digits]  # rows, columns, boxes
units += [[(r, c) for r in digits] for c in digits]
corners = list(product((1, 3), (1, 3)))
units += [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in corners]
for unit in units:
    for (a, b), d in product(combinations(unit, 2), digits):
        clause = [-variable(*a, d), -variable(*b, d)]
        if clause not in clauses:
            clauses.append(clause)
print((len(clauses), clauses[0], clauses[16]))

from satdoku import encode
print(sorted(clauses) == sorted(map(list, encode('.' * 16, 'minimal').clauses)))

# A puzzle as a file

# From the model back to the grid

from pysat.solvers import Minisat22
clues = [(1, 3, 3), (2, 1, 2), (3, 3, 1), (4, 1, 4)]  # row, column, digit
clauses += [[variable(*clue)] for clue in clues]
with Minisat22(clauses) as solver:
    is_satisfiable, model = solver.solve(), solver.get_model()
print(is_satisfiable)
cells = [x - 1 for x in model if x > 0]
print(''.join((str(x % 4 + 1) for x in cells)))

# Formulas of others

# Other questions

# Other sizes and rules
