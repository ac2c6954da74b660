"""The command line: a thin file a command, loaded when it is called.

main ── group ──▶ command ── sources ──▶ answers ── printers ──▶ output
"""
