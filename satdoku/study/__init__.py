"""Studies: solvers measured against each other, and what comes out of it.

    subjects × contenders × repeats ─measured─▶ runs ─▶ tables, figures, report

A study is a folder: `runs.csv` holds a row a measured run, `study.json` what it was
measured on and how, `report.md` and `figures/` what it says.
"""
