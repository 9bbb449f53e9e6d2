"""The online table: a server for games between people, bots and programs.

- `store`: rows in a database. Imports nothing else of the table.
- `room`: one table, from its rows to the messages that its viewers receive. Imports `store`.
- `server`: all tables of one server process. Imports `room` and `store`.
- `app`: HTTP, WebSockets and pages. Imports all of the above.
- `client`: an example of a client program. Imports nothing of Ludex.
"""
