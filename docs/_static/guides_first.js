// Searches lead to what explains before what lists.
var Scorer = {  // var: what reads it declares it again
  // A hit is [page, title, anchor, description, score, file].
  score: ([page, , , , score]) => score + (/^(start|guides\/)/.test(page) ? 30 : /^reference\//.test(page) ? -10 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
