"""Profiles: where the time of one solve goes.

puzzle ──a session that measures──▶ spans ──added up──▶ stages ──▶ table, JSON, timeline

The session is the one that solves (`satdoku.session`), in which the parts that take
time are told to a `Probe`.  Who does not ask for a profile pays nothing for it.
"""
