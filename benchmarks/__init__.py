"""Measurements of satdoku against itself and its peers: `python -m benchmarks`.

What is measured, and how, so that ratios can be believed:

    time        CPU time of the process (`time.process_time_ns`), not of the clock on
                the wall: other work on the machine adds little to it
    process     one for each contender, set and repeat; the repeats of all contenders
                are interleaved, so that a machine that grows slower hurts all alike
    warm        importing, loading an encoding and one easy puzzle come before the clock
    question    the same for all: the first solution; or whether there are two
    answers     every one is checked against the rules; a wrong one fails the run
    limit       seconds a puzzle, on the wall; the kernel ends the process at the limit,
                also inside C code; the puzzle counts with the limit, so that the mean
                is a lower bound, told as [k/n]
    a puzzle    the median of its repeats; a set: mean, median and maximum of those

Engine `lanes` takes many puzzles at once, so the section `many` measures whole sets, in
the same turns: a repeat is a mean over the set, a set the median of its repeats, and
ratios, taken within each repeat, are to one fixed reference (CaDiCaL through PySAT, the
first solution of 17-clue puzzles), which makes machines comparable.  `workers` is about
the clock on the wall, `million` about one puzzle.

The garbage collector is left as it is.  POSIX only, because of the limit.
"""
