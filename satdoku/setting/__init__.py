"""Whether a puzzle is proper, why it is not, which clues it needs; new puzzles.

checker    clashes, number of solutions, redundant clues, true candidates; the two
           solutions that differ least
candidates how many solutions there are behind each candidate
minimal    minimal sets of clues: that contradict each other, or make a puzzle proper
generator  new puzzles
typos      one change that makes a puzzle proper
arithmetic where the totals of cages contradict units
completion new puzzles with constraints: half-made ones completed, kinds drawn
drawn      constraints drawn at random on a solution
oracle     questions about the solutions of one puzzle, answered one after the other
batches    questions about many 9x9 puzzles, answered side by side
"""
