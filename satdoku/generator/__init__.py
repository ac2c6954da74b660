"""New puzzles: clues are removed from a random solution as long as it stays unique.

    seed, number ──random stream──▶ solution ──remove clues──▶ puzzle ──rate──▶ result

Each attempt has its own random stream, made from the seed and its number.  So puzzles
depend on the request and the seed alone: not on the machine, the engine, or how many
processes work.

    options.py      what is requested: level, symmetry, pattern, ...
    solutions.py    random solutions
    generation.py   attempts, one after the other, until there are enough puzzles;
                    each makes a puzzle, or says why it was rejected

Whether clues have one solution is asked in `satdoku.checks.questions`: of lanes, or of
a SAT engine.
"""
