"""The peers from PyPI, what they are given, and how the outcome is shown; see ``against_peers.py``."""
