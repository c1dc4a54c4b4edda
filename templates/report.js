"use strict";
// A number as it is printed: with a minus, a comma or a point, thousands, a power of ten, "<"; NaN for other text.
const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const number = (text) => {
  const plain = text.trim().replace(/[\u202f\u00a0\u2009\s]/g, "").replace("−", "-").replace(",", ".");
  const parts = /^[<>≤≥+[(]*(-?\d*\.?\d+)(?:×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(?=$|[^\w.])/.exec(plain);
  if (!parts) return NaN;
  const power = [...(parts[3] || "")].map((one) => digits.indexOf(one)).join("");
  return Number(parts[1]) * 10 ** (Number(power) * (parts[2] ? -1 : 1));
};
const words = new Intl.Collator(document.documentElement.lang, { numeric: true });
// What has no value stays last, whichever way the rest goes.
const compare = (a, b, way) => {
  const [none, other] = [a === "" || Number.isNaN(a), b === "" || Number.isNaN(b)];
  if (none || other) return none - other;
  return way * (typeof a === "number" ? a - b : words.compare(a, b));
};
const press = (head, act) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", act);
};
// Sorts the next way: up, down, as it was.
const turn = (head) => {
  const way = { ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")] || "ascending";
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  if (way !== "none") head.setAttribute("aria-sort", way);
  return { ascending: 1, descending: -1, none: 0 }[way];
};
// Puts rows into an order, by a value of each and a way; 0 is the order that they had at first.
const reorder = (rows, value, way) => {
  const values = new Map(rows.map((row) => [row, value(row)]));
  return [...rows].sort((a, b) => (way && compare(values.get(a), values.get(b), way)) || a.first - b.first);
};

// What needs a page on its side is printed after the text, because it would leave the rest of the page before it empty.
const wide = [...document.querySelectorAll("figure.wide")].map((figure) => [figure, document.createComment("")]);
const end = document.querySelector(".references, footer");
addEventListener("beforeprint", () => {
  for (const [figure, place] of wide) { figure.replaceWith(place); end.before(figure); }
});
addEventListener("afterprint", () => {
  for (const [figure, place] of wide) place.replaceWith(figure);
});

// ---------------------------------------------------------------------------- who is shown, on the whole page
const known = JSON.parse(document.getElementById("known").textContent);
const chosen = document.querySelector(".choosing");
const [filter, names] = [chosen.querySelector("input"), new Set(known.names)];
const called = (cell) => cell.textContent.trim();
// Of a table whose columns are comparates, columns are hidden; of any other, rows that name one. A row's name is that of
// a task in the former, even where a comparate has the same.
const parts = [...document.querySelectorAll("table.sortable")].map((table) => {
  const columns = [...[...table.tHead.rows].at(-1).cells].map(called);
  const across = columns.filter((name) => names.has(name)).length > 1;
  const rows = [...table.rows].filter((row) => row.parentNode !== table.tHead);
  return { table, columns, across, rows: rows.map((row) => [row, [...row.cells].map(called).filter((name) => names.has(name))]) };
});
const boxes = known.names.map((name) => {
  const [item, label, box, written] = ["li", "label", "input", "bdi"].map((tag) => document.createElement(tag));
  Object.assign(box, { type: "checkbox", checked: true, value: name });
  written.textContent = name;
  label.append(box, " ", written);
  item.append(label);
  chosen.querySelector("ul").append(item);
  return box;
});
const matrices = [];
const show = () => {
  const sought = filter.value.trim().toLocaleLowerCase();
  const left = boxes.filter((box) => box.checked && box.value.toLocaleLowerCase().includes(sought)).map((box) => box.value);
  const hidden = new Set(known.names.filter((name) => !left.includes(name)));
  for (const { table, columns, across, rows } of parts) {
    if (across) {
      for (const row of table.rows) [...row.cells].forEach((cell, j) => { cell.hidden = hidden.has(columns[j]); });
    } else {
      for (const [row, of] of rows) row.hidden = of.some((name) => hidden.has(name));
    }
  }
  for (const follow of matrices) follow(hidden);
  chosen.querySelector("[role=status]").textContent = hidden.size
    ? known.status.replace("{shown}", left.length).replace("{all}", known.names.length) : "";
};
filter.addEventListener("input", show);
for (const box of boxes) box.addEventListener("change", show);
for (const button of chosen.querySelectorAll("[data-all]")) {
  button.addEventListener("click", () => {
    for (const box of boxes) box.checked = Boolean(button.dataset.all);
    show();
  });
}
const list = chosen.querySelector("details");
list.addEventListener("keydown", (event) => {
  if (event.key === "Escape") { list.open = false; list.firstElementChild.focus(); }
});
document.addEventListener("pointerdown", (event) => { if (!list.contains(event.target)) list.open = false; });
chosen.hidden = false;

// ------------------------------------------------------------------------------- tables elsewhere, and their looks
const rowsOf = (table) => [...table.rows].filter((row) => !row.hidden)
  .map((row) => [...row.cells].filter((cell) => !cell.hidden));
// Commas, quotes and line ends part or end the values of CSV; a leading sign would be a formula of a spreadsheet.
const asCsv = (table) => rowsOf(table).map((cells) => cells.map((cell) => {
  const plain = called(cell).replace(/^−(?=\d)/, "-");
  const guarded = /^[=@+]|^-(?!\d)/.test(plain) ? `'${plain}` : plain;
  return /[",\n]/.test(guarded) ? `"${guarded.replace(/"/g, '""')}"` : guarded;
}).join(",")).join("\n") + "\n";
const inTex = {
  "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "&": "\\&", "%": "\\%", "#": "\\#", "$": "\\$", "_": "\\_",
  "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "<": "$<$", ">": "$>$", "±": "$\\pm$", "\u202f": "\\,",
};
const asTex = (table) => {
  const [head, ...lines] = rowsOf(table);
  const text = (cell) => {
    const plain = called(cell).replace(/[\\{}&%#$_~^−<>±\u202f]/g, (letter) => inTex[letter]);
    return cell.querySelector("strong") ? `\\textbf{${plain}}` : cell.querySelector("u") ? `\\underline{${plain}}` : plain;
  };
  const line = (cells) => `  ${cells.map(text).join(" & ")} \\\\`;
  const sides = head.map((cell) => cell.classList.contains("end") ? "r" : cell.classList.contains("center") ? "c" : "l");
  return [`\\begin{tabular}{${sides.join("")}}`, "  \\toprule", line(head), "  \\midrule", ...lines.map(line), "  \\bottomrule",
    "\\end{tabular}", ""].join("\n");
};
// A browser lends its clipboard to no page that comes over plain HTTP; there, no button promises it.
for (const figure of navigator.clipboard ? document.querySelectorAll("figure.table") : []) {
  const [line, status] = ["p", "span"].map((tag) => document.createElement(tag));
  line.className = "copy";
  status.setAttribute("role", "status");
  for (const [kind, written] of [["csv", asCsv], ["latex", asTex]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = known.words[kind];
    button.addEventListener("click", () => {
      status.textContent = "";
      navigator.clipboard.writeText([...figure.querySelectorAll("table")].map(written).join("\n")).then(
        () => { status.textContent = known.words.copied; },
        (error) => { status.textContent = String(error); });
    });
    line.append(button, " ");
  }
  line.append(status);
  figure.append(line);
}
// Within a row of scores, the nearer to the best, the darker.
for (const figure of document.querySelectorAll("figure[data-better]")) {
  for (const row of figure.querySelectorAll("tbody tr")) {
    const cells = [...row.cells].slice(1);
    const values = cells.map((cell) => number(called(cell)));
    const given = values.filter((value) => !Number.isNaN(value));
    const [low, high] = [Math.min(...given), Math.max(...given)];
    cells.forEach((cell, j) => {
      const share = (values[j] - low) / (high - low);
      if (share >= 0) cell.style.setProperty("--share", figure.dataset.better === "higher" ? share : 1 - share);
    });
  }
}
// Where a table goes on beyond its box, it fades.
for (const box of document.querySelectorAll(".scroll, .card")) {
  const fade = () => {
    box.classList.toggle("right", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    box.classList.toggle("below", box.scrollTop + box.clientHeight < box.scrollHeight - 1);
  };
  box.addEventListener("scroll", fade, { passive: true });
  new ResizeObserver(fade).observe(box);
  if (box.firstElementChild) new ResizeObserver(fade).observe(box.firstElementChild);
}

for (const table of document.querySelectorAll("table.sortable")) {
  // Rows are sorted between rules; those of the foot stay.
  const groups = [...table.tBodies].map((body) => [body, [...body.rows]]);
  const rows = groups.flatMap(([, own]) => own);
  rows.forEach((row, k) => { row.first = k; });
  [...[...table.tHead.rows].at(-1).cells].forEach((head, j) => {
    if (!head.textContent.trim()) return;
    press(head, () => {
      const texts = rows.map((row) => row.cells[j].textContent.trim());
      const numeric = texts.some((text) => !Number.isNaN(number(text))) &&
        texts.every((text) => !/\p{L}{2}/u.test(text));
      const way = turn(head);
      for (const [body, own] of groups) {
        body.append(...reorder(own, (row) => numeric ? number(texts[row.first]) : texts[row.first], way));
      }
    });
  });
}

for (const table of document.querySelectorAll("table.mcm")) {
  const figure = table.closest("figure");
  const here = JSON.parse(figure.querySelector(".known").textContent);
  const [select, tip] = [figure.querySelector("select"), figure.querySelector(".tip")];
  const [labels, own] = [table.dataset.labels.split("\n"), table.dataset.of.split("\n")];
  const body = table.tBodies[0], top = table.tHead.rows[0];
  const rows = [...body.rows], heads = [...top.cells].slice(1);
  const cells = new Map(rows.map((row) => [row, [...row.cells].slice(1)]));
  const columns = heads.map((head, j) => ({ head, k: Number(head.dataset.k), first: j }));
  let shownColumns = columns, current = null, timer = 0;
  rows.forEach((row, i) => { row.first = i; row.k = Number(row.dataset.k); });
  for (const row of rows) {
    cells.get(row).forEach((cell, j) => { cell.row = row; cell.column = columns[j]; });
  }

  // ------------------------------------------------------------------------ order, and who is shown
  const place = () => {
    top.append(...shownColumns.map((column) => column.head));
    for (const row of rows) row.append(...shownColumns.map((column) => cells.get(row)[column.first]));
  };
  select.addEventListener("change", () => {
    const by = select.value;
    const value = (one) => by === "name" ? here.names[one.k] : by === "given" ? one.first : here.of[one.k][by];
    for (const { head } of columns) head.removeAttribute("aria-sort");
    body.append(...reorder(rows, value, 1));
    shownColumns = reorder(columns, value, 1);
    place();
  });
  for (const column of columns) {
    press(column.head, () => {
      const way = turn(column.head);
      body.append(...reorder(rows, (row) => number((cells.get(row)[column.first].dataset.n || "").split("\n")[0]), way));
    });
  }
  matrices.push((hidden) => {
    const gone = columns.map(({ k }) => hidden.has(here.names[k]));
    for (const row of rows) {
      row.hidden = hidden.has(here.names[row.k]);
      cells.get(row).forEach((cell, j) => { cell.hidden = gone[j]; });
    }
    columns.forEach(({ head }, j) => { head.hidden = gone[j]; });
    close();
    enter();
  });
  figure.querySelector(".differences").addEventListener("change", (event) => {
    table.classList.toggle("single", event.target.checked);
  });

  // ------------------------------------------------------------------------------ the numbers of a pair
  const add = (list, called, value) => {
    const [term, number] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = called;
    number.textContent = value;
    list.append(term, number);
  };
  const open = (cell) => {
    clearTimeout(timer);
    if (current === cell && !tip.hidden) return;
    close();
    if (cell.classList.contains("hidden")) return;
    const [row, column] = [cell.row.k, cell.column.k];
    const [name, list] = [document.createElement("strong"), document.createElement("dl")];
    const pair = cell.dataset.n !== undefined;
    for (const one of pair ? [row, column] : [row]) {
      const written = document.createElement("bdi");
      written.textContent = here.names[one];
      name.append(name.hasChildNodes() ? " – " : "", written);
    }
    (pair ? cell.dataset.n : here.of[row].numbers).split("\n")
      .forEach((value, i) => add(list, (pair ? labels : own)[i], value));
    tip.replaceChildren(name, list);
    tip.hidden = false;
    cell.setAttribute("aria-describedby", tip.id);
    current = cell;
    put();
  };
  const put = () => {
    const [at, around] = [current.getBoundingClientRect(), figure.getBoundingClientRect()];
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    const left = Math.max(8, Math.min(at.left + at.width / 2 - tip.offsetWidth / 2, room));
    const above = at.bottom + tip.offsetHeight + 8 > innerHeight && at.top - tip.offsetHeight - 8 > 0;
    tip.style.left = `${left - around.left}px`;
    tip.style.top = `${(above ? at.top - tip.offsetHeight - 6 : at.bottom + 6) - around.top}px`;
  };
  const close = () => {
    clearTimeout(timer);
    if (current) current.removeAttribute("aria-describedby");
    tip.hidden = true;
    current = null;
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (current !== document.activeElement) close(); }, 150);
  };
  // Cells that scroll under a pointer at rest show nothing.
  let before = "";
  document.addEventListener("pointermove", (event) => {
    const now = `${event.clientX} ${event.clientY}`;
    const cell = now !== before && table.contains(event.target) && event.target.closest("td");
    before = now;
    if (cell && cell.row) open(cell);
  });
  table.addEventListener("pointerleave", later);
  tip.addEventListener("pointerenter", () => clearTimeout(timer));
  tip.addEventListener("pointerleave", later);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
  figure.querySelector(".scroll").addEventListener("scroll", () => { if (current) put(); }, { passive: true });

  // ---------------------------------------------------------------------------------------- the keyboard
  const seen = (row) => shownColumns.map((column) => cells.get(row)[column.first]).filter((cell) => !cell.hidden);
  const lines = () => [...body.rows].filter((row) => !row.hidden).map(seen).filter((line) => line.length);
  // One cell is in the order of Tab; the others are reached from it by arrows.
  const enter = (cell) => {
    const chosen = cell || lines().flat()[0];
    for (const line of cells.values()) for (const one of line) one.tabIndex = one === chosen ? 0 : -1;
  };
  table.addEventListener("focusin", (event) => {
    const cell = event.target.closest("td");
    if (!cell || !cell.row) return;
    enter(cell);
    open(cell);
  });
  table.addEventListener("focusout", later);
  table.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (!cell.row || event.altKey || event.metaKey) return;
    const grid = lines(), i = grid.findIndex((line) => line.includes(cell)), j = grid[i].indexOf(cell);
    const far = event.ctrlKey;
    const [row, column] = {
      ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1],
      Home: [far ? 0 : i, 0], End: [far ? grid.length - 1 : i, grid[i].length - 1],
    }[event.key] || [];
    if (row === undefined) return;
    event.preventDefault();
    const next = grid[row] && grid[row][column];
    if (!next) return;
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  enter();
  for (const part of figure.querySelectorAll(".controls, .hint")) part.hidden = false;
}
