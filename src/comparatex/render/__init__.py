"""TeX source from view models and templates."""
