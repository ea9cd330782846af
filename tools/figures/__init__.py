"""The figures of the course: SVG, drawn from the numbers that ``superhero`` computes.

``python -m tools.figures`` writes all of them to docs/figures.
"""
