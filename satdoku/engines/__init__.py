"""Engines: what finds the models of a formula."""
