// libgraph.so: the graphs of the engine in libge_runner.so. Programs link it and call nothing of
// it, so it only has to be there.
