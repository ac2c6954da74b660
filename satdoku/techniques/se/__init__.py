"""The scheme `se`: puzzles solved and rated in the manner of Sudoku Explainer 1.2.1.

Which rules there are, in which order they are tried, how hard each is held to be, and
which step of several is taken are facts of that program (Nicolas Juillerat, 2006-2009);
they make up its ratings.  How the steps are found is our own: sets of cells as numbers,
implications as masks.

    rating                          the order of rules, the path, ER, EP, ED
    rules, step, layout             the table; the value; units and crossings
    singles … aligned               the rules without chains
    links, strands, cycles          forcing chains and cycles: one strand
    consequences, implications      what follows from a candidate
    combined, forcing               nishio, multiple and dynamic forcing chains
    nested, nested_strands, nested_chains   what those of higher levels know besides
"""
