"""What one edge does: monoids, functors, operators, vertex programs."""
