"""Formats: what other programs write, as records of task, comparate, measure, repeat and score.

`registry` lists them, a row each; `contract` says what a format is; the readers are in modules by family and are
imported when a file of theirs is read. `loading` takes all sources to raw tables.
"""
