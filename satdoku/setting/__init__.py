"""Whether a puzzle is proper, why it is not, and which of its clues it needs.

checker    clashes, number of solutions, redundant clues, true candidates; the two
           solutions that differ least
minimal    minimal sets of clues: that contradict each other, or make a puzzle proper
questions  many questions about the number of solutions, answered side by side
"""
