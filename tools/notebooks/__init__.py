"""Notebooks, made from the chapters."""
