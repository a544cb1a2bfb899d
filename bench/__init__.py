"""The benchmark: the roof of this machine's memory, hostacl and its peers, in one run."""
