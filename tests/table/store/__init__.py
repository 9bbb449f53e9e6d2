"""Tests of the table's storage."""
