"""Examples that come with Ludex: copy one with `ludex examples NAME`, and change it.

Each folder is a group, and its `__init__.py` begins with a sentence about it. Each file or folder in a group is an
example. The first line of its docstring says what it does, and the rest how to run it once it is copied. Files whose
names begin with an underscore are parts of others.
"""
