"""The techniques of a person: steps on a grid of candidates, and paths of them.

    technique       the table: names, scores, levels, order, families, searches
    state           units as masks, the grid of candidates, what searches compute of it
    step            a step as a value, and the words for cells, candidates and chains
    path            the easiest step first; a puzzle solved step by step
    subsets, fish, templates, single_digit, chains, wings, uniqueness, als, …
                    the searches, each module with the reasons of its steps
    logic           engine `logic`
    se              the rules of Sudoku Explainer

The techniques are the community's, found and named on the forums from 2005 on.  Names,
levels, scores, the order of techniques, the order of steps within one, and limits
follow the documented and observed behaviour of HoDoKu 2.2.0 (B. Hobiger); `se` follows
that of Sudoku Explainer 1.2.1 (N. Juillerat).  All code was written from scratch: no
line of either program was used or translated.
"""
