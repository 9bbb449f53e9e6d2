"""Bytecode: what the machine runs, between a genome and the rules.

`blocks` says what a program is made of, `binary` and `text` read and write one, `encoding` and `decoding` go from a
genome to its blocks and back, and `places` tells the rules where to find each number.
"""
