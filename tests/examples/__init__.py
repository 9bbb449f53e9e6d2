"""The examples that come with Ludex do what they say."""
