"""The solvers PySAT brings, as engines: the only room that imports PySAT.

    table.py      what each solver is and can do, measured: data, no code
    native.py     one solver of PySAT behind one set of calls: MiniSat's family
    kinds.py      the same for those that are called in another manner
    loading.py    whether a solver is here; clauses that are safe to give to it
    hold.py       long calls that end on time and at Ctrl-C: slices, a thread, a process
    process.py    the process that is ended
    refuting.py   a refutation: a solver's proof trace, read as lemmas
    loaded.py     a formula in a solver, asked and renewed
    walk.py       from model to model, by blocking clauses
    engine.py     the engine and its states

Only PySAT's extension module `pysolvers` is imported, by `native.py` and `loading.py`;
the classes of `pysat.solvers` are left out.  They add nothing that an engine needs,
take ten times as long to import, and always let Ctrl-C jump out of the middle of a
search, which leaves the solver in pieces.
"""
