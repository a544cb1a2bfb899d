#!/usr/bin/env python3
"""Compares the functions that the headers declare with those that the libraries export.

Usage: exports_test.py INCLUDE_DIRECTORY NM LIBRARY...
"""

import pathlib
import re
import subprocess
import sys

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# A directive with its continuation lines.
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
# The last name before the parameters of a statement that ends with them.
FUNCTION = re.compile(r"^[\w\s*]*?\b(\w+)\s*\((?:[^()]|\([^()]*\))*\)$")


def declared_functions(include_directory):
    """Returns {function: header}; a function declared twice is a failure."""
    functions = {}
    failures = []
    for header in sorted(pathlib.Path(include_directory).rglob("*.h")):
        text = DIRECTIVE.sub("", COMMENT.sub("", header.read_text()))
        text = re.sub(r'extern\s+"C"\s*\{', "", text)
        # What is inside braces declares no function.
        depth = re.compile(r"\{[^{}]*\}")
        while depth.search(text):
            text = depth.sub(" ", text)
        for statement in text.replace("}", " ").split(";"):
            statement = " ".join(statement.split())
            match = FUNCTION.match(statement)
            if match is None or statement.startswith("typedef"):
                continue
            name = match.group(1)
            if name in functions:
                failures.append(f"{name} is declared in {functions[name]} and in {header}")
            functions[name] = header
    return functions, failures


def exported_symbols(nm, library):
    """Returns the names that a library exports, except the C++ ones of hostacl."""
    output = subprocess.run([nm, "-D", "--defined-only", "-C", library], check=True,
                            capture_output=True, text=True).stdout
    names = [line.split(None, 2)[2] for line in output.splitlines()]
    return {name for name in names if "hostacl::" not in name}


def main():
    include_directory, nm, *libraries = sys.argv[1:]
    declared, failures = declared_functions(include_directory)
    if len(declared) < 100:
        failures.append(f"only {len(declared)} declared functions were found in {include_directory}")
    home = {}
    for library in libraries:
        for name in sorted(exported_symbols(nm, library)):
            if name not in declared:
                failures.append(f"{name} is exported by {library} and declared in no header")
            if name in home:
                failures.append(f"{name} is exported by {home[name]} and by {library}")
            home[name] = library
    for name, header in declared.items():
        if name not in home:
            failures.append(f"{name} is declared in {header} and exported by no library")
    for failure in failures:
        print(failure)
    print(f"{len(declared)} functions declared, {len(home)} exported, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
