"""The page: satdoku in a browser, without a server.

`api` answers the requests of the page and runs in the browser; `static` holds the files
of the page.
"""
