"""Python imports this when it starts, in a page: https://docs.python.org/3/library/site.html."""

import gc

# Of what is imported nothing is garbage, and to look for some takes a tenth of the time in which Python starts.
gc.disable()  # until worker.js has all that a page needs
