"""Graphs from and to what other libraries hold in memory; one file a library."""
