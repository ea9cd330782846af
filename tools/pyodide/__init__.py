"""Python for the site's pages: brings Pyodide and NumPy here, and makes of them the bundle that a page loads.

``python -m tools.pyodide`` makes it, and ``tools/pyodide/hook.py`` puts it into the site. ``fetch`` gets the files that
``lock.json`` names, ``library`` lays them out, ``bundle`` has them compiled, adds this tree's superhero and packs all.
"""
