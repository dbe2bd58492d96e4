"""Feed broken files to every reader: `python -m tests.fuzz --files 100000`.

A file must end as a sound graph or as one of our errors, in two seconds and in no more memory than
four times the file and 64 MiB. Where the generator knows what the file means, the graph must say
the same; where it planted a fault that no reader may overlook, the file must be refused.
"""
