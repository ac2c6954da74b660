"""satdoku beside its peers: `python -m benchmarks`.

The runs, their table and the report are those of `satdoku study`; what is asked, and of
whom, is here.

    questions.py   what is asked, of which contenders, on which sets
    sets.py        the puzzles
    rules.py       the rules, written apart from satdoku
    peers/         other programs

    time        CPU time of a whole set, without loading: other work on the machine adds
                little to it
    process     one for each contender, set and repeat; contenders take turns, so that a
                machine that grows slower hurts all alike
    answers     checked against the rules; a wrong one makes the run a failed one
    limit       seconds for a set, loading included
    ratio       to the baseline of the question, set by set; then the geometric mean

POSIX only.  Results are in RESULTS.md.
"""
