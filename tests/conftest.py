"""What all tests share."""

from hypothesis import settings

settings.register_profile("ludex", deadline=None)  # the first example may have to compile something
settings.load_profile("ludex")
