"""Tables of scores that other tools were run on; writes ``tables.json`` when it is run.

Scores are whole hundredths, so that many tie, and 5 to 8 comparates differ on 12 to 25 tasks.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def drawn(seed: int) -> list[list[int]]:
    """Return a table of hundredths, one row a task.

    In one table of six nobody differs much; in one of four the last comparate is the first but on three tasks.
    """
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(12, 26)), int(rng.integers(5, 9))
    skill = rng.normal(0, 0.003 if seed % 6 == 5 else 0.015, k)
    scores = rng.uniform(0.6, 0.9, (n, 1)) + skill + rng.normal(0, 0.022, (n, k))
    hundredths = np.clip(np.rint(100 * scores), 0, 100).astype(int)
    if seed % 4 == 3:
        hundredths[3:, -1] = hundredths[3:, 0]
    table: list[list[int]] = hundredths.tolist()
    return table


def stored() -> list[np.ndarray]:
    """Return the tables as scores."""
    tables = json.loads((HERE / "tables.json").read_text(encoding="utf-8"))
    return [np.array(table) / 100 for table in tables]


def write(name: str, rows: list[object], **about: object) -> None:
    """Write one line a table, after what says where they come from."""
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    head = json.dumps(about)[1:-1]
    text = f'{{{head}, "tables": [\n{lines}\n]}}\n' if about else f"[\n{lines}\n]\n"
    (HERE / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write("tables", [drawn(seed) for seed in range(24)])
