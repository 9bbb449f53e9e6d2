"""Settings for the examples in the documentation."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("sphinx") else ["sphinx_ludex.py"]  # it extends Sphinx, which only `make docs` needs
