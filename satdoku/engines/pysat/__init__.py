"""The solvers PySAT brings, as engines: the only room that imports PySAT.

    table.py      what each solver is and can do, measured: data, no code
    native.py     one loaded solver of PySAT, whatever its kind, behind one set of calls
    hold.py       long calls that end on time and at Ctrl-C: slices, a thread, a process
    process.py    the process that is ended
    engine.py     the engine: states, limits, renewal, further models

Only PySAT's extension module `pysolvers` is imported, and in `native.py` alone; the
classes of `pysat.solvers` are left out.  They add nothing an engine needs, take ten
times as long to import, and always let Ctrl-C jump out of the middle of a search, which
leaves the solver in pieces.
"""
