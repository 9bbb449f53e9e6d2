"""Many games as arrays, for programs that learn: see `Batch`."""

from ludex.batch.batch import Batch, Rewards

__all__ = ["Batch", "Rewards"]
