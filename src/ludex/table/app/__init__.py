"""The server's outside: HTTP routes and their OpenAPI document, WebSockets, pages, authorization and connection limits.

May import everything else of the table. Only `ludex.lab` and `ludex.cli` import this package.
"""
