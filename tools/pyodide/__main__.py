"""``python -m tools.pyodide`` makes the bundle and says where it is."""

import sys

from tools.pyodide.bundle import make_bundle
from tools.pyodide.fetch import WrongFile

try:
    bundle = make_bundle()
except WrongFile as error:
    sys.exit(str(error))
if bundle is None:
    sys.exit("Pyodide is not here, and none of the sources that tools/pyodide/fetch.py names can be reached.")
for file in bundle.files:
    print(f"{file.stat().st_size:>9,} bytes  {file}")
