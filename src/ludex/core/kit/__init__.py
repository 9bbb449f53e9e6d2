"""Parts of the conformance kit (`ludex.testing`): each looks for one kind of fault, and says what it found."""
