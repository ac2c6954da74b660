"""The page: satdoku in a browser, answered by this Python or by Pyodide.

api         answers a request: which module does, and what is wrong with it
query       the fields of a request
reading     what the page asks first: a puzzle's board and rules, other formats
solving     what it asks of solvers; loaded when asked
following   what it asks of techniques; loaded when asked
tools       the tools of the editor, one for each constraint
site        the files of the page, and a folder of them that runs on Pyodide
server      serves the page on this machine
worker      the process that answers for the server
static      the page itself
"""
