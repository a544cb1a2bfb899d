// libge_runner.so: the engine that runs graphs. Programs link it and call nothing of it, so it only
// has to be there.
