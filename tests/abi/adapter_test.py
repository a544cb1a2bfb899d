#!/usr/bin/env python3
"""Checks that an adapter finds in the libraries what it asks them for.

Usage: adapter_test.py SYMBOLS NM READELF LINKED_LIBRARY... -- OTHER_LIBRARY...

A library answers for its own functions and for those of the libraries that it needs, as dlsym does.
"linked" functions may be in any of the first libraries or what those need.
"""

import pathlib
import re
import subprocess
import sys


def library_name(path):
    return pathlib.Path(path).name.removeprefix("lib").split(".")[0]


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    symbols, nm, readelf, *paths = sys.argv[1:]
    linked = [library_name(path) for path in paths[: paths.index("--")]]
    paths.remove("--")
    exports = {}
    needs = {}
    failures = []
    for path in paths:
        name = library_name(path)
        lines = output_of(nm, "-D", "--defined-only", path).splitlines()
        exports[name] = {line.split()[2] for line in lines}
        dynamic = output_of(readelf, "-d", path)
        needs[name] = [
            needed.removeprefix("lib").removesuffix(".so")
            for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
        ]
        if f"[lib{name}.so]" not in "".join(re.findall(r"\(SONAME\).*", dynamic)):
            failures.append(f"the SONAME of {path} is not lib{name}.so")

    def closure(names):
        found = []
        for name in names:
            if name in exports and name not in found:
                found += [name, *closure(needs[name])]
        return found

    asked = [line.split() for line in pathlib.Path(symbols).read_text().splitlines()
             if not line.startswith("#")]
    for library, function in asked:
        answering = closure(linked if library == "linked" else [library])
        if not any(function in exports[name] for name in answering):
            failures.append(f"{function} is not found in {library}")
    for failure in failures:
        print(failure)
    print(f"{len(asked)} functions asked for, {len(failures)} failures")
    return 1 if failures or len(asked) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
