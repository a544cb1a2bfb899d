"""Checks that the tests, files and links that the documents name are there."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def known_tests():
    """All Suite.Test names of the GoogleTest sources."""
    names = set()
    for source in [*ROOT.glob("tests/**/*.cc"), *ROOT.glob("src/**/*_test.cc")]:
        for suite, test in re.findall(r"^TEST(?:_[FP])?\((\w+), (\w+)\)", source.read_text(), re.M):
            names.add(f"{suite}.{test}")
    return names


def problems():
    tests = known_tests()
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")]
    for document in documents:
        text = document.read_text()
        where = document.relative_to(ROOT)
        for name in re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", text):
            if name not in tests:
                yield f"{where}: no test is named {name}"
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            if "://" not in link and not (document.parent / link).exists():
                yield f"{where}: nothing at the link {link}"
        for path in re.findall(r"(?<![\w/.])((?:src|tests|include|cmake|scripts)/[\w./-]*\w)", text):
            if "xxx" not in path and not (ROOT / path).exists():
                yield f"{where}: there is no {path}"


def main():
    found = list(problems())
    print("\n".join(found) or "every name is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
