"""Tests of Automation: examples by hand, a second implementation in lockstep, the conformance kit, golden games."""
