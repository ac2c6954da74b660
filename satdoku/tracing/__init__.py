"""The DPLL's search, told event by event, and drawn as a tree.

    event      what happens in a search, as frozen values
    words      what literals and clauses mean: `r1c2≠3`, "row 1 holds 3 only once"
    index      which clause of the formula a reason is, and where it comes from
    recorder   the engine's observer: makes events, and sends them to sinks
    subject    what is searched: a formula, what is assumed, how models are decoded
    follow     runs a search and tells sinks how it began and how it ended
    jsonl      a sink: JSON, an object a line
    narrate    a sink: text to read aloud
    tree       the search tree, as frozen values
    grow       a sink: grows the tree, in bounded memory
    fold       a tree -> a tree small enough to be drawn
    layout     where each node of a tree stands
    draw       a tree -> a picture
    trace      the library's way in: `satdoku.trace`
    session    the command line's way in

Nothing here is loaded where no trace is asked for.
"""
