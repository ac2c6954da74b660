"""Many puzzles on a Dask cluster: chunks that stream through it, and Dask's arrays.

    task.py        what a worker is asked to do
    connection.py  a client of our own, quiet whatever happens
    cluster.py     the cluster as seen from here: who may join in, what has failed
    streaming.py   chunks in, batches out, in order
    arrays.py      a Dask array in, Dask arrays out

Nothing here loads Dask until it is used (`pip install satdoku[dask]`).
"""
