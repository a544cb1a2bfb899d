// libacl_tdt_channel.so: channels that carry tensors from the device. Programs link it and call
// nothing of it, so it only has to be there.
