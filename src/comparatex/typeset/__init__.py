"""PDF from TeX source: engines, logs, pages and their images."""
