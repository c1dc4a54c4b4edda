# What R and its packages make of the stored tables; writes r.json.
#
# On Debian: apt install r-base-core r-cran-coin r-cran-exactranktests r-cran-multcompview r-cran-jsonlite,
# and in this folder: Rscript make_r.R
#
# Tests of pairs are of the first comparate against each other one. Differences are whole hundredths, so that
# ties are ties; shifts are of differences to which the task's number in thousandths is added, so that none tie.
# Letters are of all pairs by paired t tests at 0.05, which R computes as it likes.

suppressPackageStartupMessages({
  library(coin)
  library(exactRankTests)
  library(multcompView)
  library(jsonlite)
})
options(warn = -1)

wilcoxon <- function(d, alternative) {
  pratt <- function(how, zeros) {
    test <- wilcoxsign_test(d ~ rep(0L, length(d)), zero.method = zeros, distribution = how, alternative = alternative)
    as.numeric(pvalue(test))
  }
  list(
    dropped_exact = wilcox.exact(d, alternative = alternative, exact = TRUE)$p.value,
    dropped_normal = wilcox.test(d, alternative = alternative, exact = FALSE, correct = FALSE)$p.value,
    dropped_corrected = wilcox.test(d, alternative = alternative, exact = FALSE, correct = TRUE)$p.value,
    pratt_exact = pratt("exact", "Pratt"),
    pratt_normal = pratt("asymptotic", "Pratt"),
    statistic = as.numeric(wilcox.test(d, exact = FALSE)$statistic)
  )
}

pair <- function(first, second) {
  d <- first - second
  wins <- sum(d > 0)
  losses <- sum(d < 0)
  t <- t.test(d)
  sign <- binom.test(wins, wins + losses)
  untied <- wilcox.test(d + seq_along(d) / 1000, exact = TRUE, conf.int = TRUE)
  list(
    two_sided = wilcoxon(d, "two.sided"),
    greater = wilcoxon(d, "greater"),
    sign = sign$p.value,
    share = as.numeric(sign$conf.int),
    wilson = as.numeric(prop.test(wins, wins + losses, correct = FALSE)$conf.int),
    t = t$p.value,
    t_interval = as.numeric(t$conf.int),
    shift = c(untied$estimate[[1]], as.numeric(untied$conf.int))
  )
}

letters_of <- function(table) {
  k <- ncol(table)
  p <- matrix(1, k, k, dimnames = list(paste0("c", 1:k), paste0("c", 1:k)))
  for (i in 1:k) for (j in 1:k) if (i != j) p[i, j] <- t.test(table[, i] - table[, j])$p.value
  groups <- multcompLetters(p, threshold = 0.05)$LetterMatrix
  lapply(seq_len(ncol(groups)), function(letter) which(groups[, letter]) - 1)
}

adjusted <- function(p) {
  methods <- c("bonferroni", "holm", "hochberg", "hommel", "BH", "BY")
  c(list(raw = p), sapply(methods, function(method) p.adjust(p, method), simplify = FALSE))
}

of_table <- function(table) {
  pairs <- lapply(2:ncol(table), function(j) pair(table[, 1], table[, j]))
  friedman <- friedman.test(table)
  quade <- quade.test(table)
  won <- sum(table[, 1] > table[, 2])
  lost <- sum(table[, 1] < table[, 2])
  list(
    friedman = c(friedman$statistic[[1]], friedman$p.value),
    quade = c(quade$statistic[[1]], quade$p.value),
    mcnemar = mcnemar.test(matrix(c(5, won, lost, 5), 2), correct = TRUE)$p.value,
    mcnemar_uncorrected = mcnemar.test(matrix(c(5, won, lost, 5), 2), correct = FALSE)$p.value,
    proportions = prop.test(table[1, 1:2], c(100, 100), correct = FALSE)$p.value,
    adjusted = adjusted(sapply(pairs, function(found) found$t)),
    cliques = letters_of(table),
    pairs = pairs
  )
}

one_line <- function(value) as.character(toJSON(value, digits = I(12), auto_unbox = TRUE))

tables <- lapply(fromJSON("tables.json", simplifyVector = FALSE), function(rows) {
  matrix(as.numeric(unlist(rows)), nrow = length(rows), byrow = TRUE)
})
comparates <- c(2:10, 20, 50, 100)
critical <- list(
  studentized = lapply(comparates, function(k) c(k, qtukey(0.95, k, Inf), qtukey(0.90, k, Inf))),
  signed_rank = lapply(5:50, function(n) c(n, qsignrank(0.05, n) - 1, qsignrank(0.025, n) - 1)),
  normal = sapply(c(0.80, 0.90, 0.95, 0.99), function(level) qnorm((1 + level) / 2))
)
versions <- list(
  R = paste(R.version$major, R.version$minor, sep = "."),
  coin = as.character(packageVersion("coin")),
  exactRankTests = as.character(packageVersion("exactRankTests")),
  multcompView = as.character(packageVersion("multcompView"))
)
lines <- vapply(tables, function(table) one_line(of_table(table)), "")
text <- paste0(
  "{\"versions\": ", one_line(versions), ",\n\"critical\": ", one_line(critical), ",\n\"tables\": [\n",
  paste(lines, collapse = ",\n"), "\n]}\n"
)
cat(text, file = "r.json")
