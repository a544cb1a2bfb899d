// What follows the header under test: C forbids a file of macros only.
typedef int not_empty;
