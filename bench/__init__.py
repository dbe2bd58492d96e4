"""Figures: what Edgewise takes in time and memory, beside its peers, in one run."""
