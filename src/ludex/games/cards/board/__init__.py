"""Drawing of card games by genome: as text for a terminal, and as a page for the online table.

What a board shows of one part of the rules is in the folder of that part.
"""
