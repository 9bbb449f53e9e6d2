"""Tests of Modern Art: every rule by example, another implementation in lockstep, the conformance kit, golden games."""
