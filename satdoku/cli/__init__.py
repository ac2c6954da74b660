"""The command line: a file a command, loaded when it is called.

main        the commands by name, and which file each is in
options     the options that commands share
reading     files and standard input, as puzzles
run         one run over puzzles: errors, counts, exit code
output      where answers go; files that appear when they are complete
report      records as text, JSON lines or CSV
messages    what is said on standard error
"""
