"""Figures in their media's own terms: each module here is one figure, and what they share is in `common`.

A module declares its settings with `comparatex.artefacts.declare`, makes its view model by `lay_out`, in the units of
the data, and draws it by `draw`; its template has the module's name.
"""
