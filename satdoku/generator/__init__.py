"""New puzzles: clues are taken from a solution as long as it stays the only one.

    seed, number ──random stream──▶ solution ──removal──▶ clues ──judge──▶ puzzle

Each attempt has a random stream of its own, made from the seed and its number.  So the
puzzles depend on nothing but what is asked for: not on the engine, not on the machine,
not on how many processes work.
"""
