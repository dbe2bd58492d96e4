"""Where graphs live and programs run."""
