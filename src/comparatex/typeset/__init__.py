"""PDF from TeX source: engines, their logs, pages and pictures of pages."""
