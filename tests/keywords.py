"""What type checkers make of keywords: mypy reads this file, where each error that is ignored must be one."""

import comparatex as cx


def right(scores: cx.Scores) -> list[object]:
    comparison = cx.compare(scores, correction="holm", alpha=0.01, jobs=1)
    return [
        cx.read("scores.csv", higher_is_better=False, include=["A", "B"]),
        cx.draw(comparison, "mcm", ours=["A"], precision=2),
        cx.draw(comparison, "audit-swap", core=["A"], seed=1),
        cx.draw(cx.audit(comparison, core=["A", "B"], added=None), "audit-swap"),
        cx.table(comparison, "ranks", language="fr"),
        cx.latex(comparison, "cdd", label="fig:ranks"),
        cx.write(comparison, "scores", "scores.md", max_rows=20),
        cx.write_report(comparison, "report", pdf=False, ours=["A"]),
        [cx.draw(comparison, name, width="column") for name in ("mcm", "cdd")],
    ]


def wrong(scores: cx.Scores) -> None:
    cx.compare(scores, corection="holm")  # type: ignore[call-arg]
    cx.compare(scores, correction="holmes")  # type: ignore[arg-type]
    cx.read("scores.csv", higher_is_beter=True)  # type: ignore[call-arg]
    comparison = cx.compare(scores)
    cx.draw(comparison, "mcm", presision=2)  # type: ignore[call-overload]
    cx.latex(comparison, "cdd", max_rows=2)  # type: ignore[call-overload]
    cx.write_report(comparison, "report", pdfs=False)  # type: ignore[call-arg]
