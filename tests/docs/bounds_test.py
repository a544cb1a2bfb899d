"""The bounds of tests/harness/tolerance.h are those that headers and documents state."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Each operator, its header, its document, and the example that copies its bound for FLOAT.
PLACES = {
    "kGlu": ("aclnnGlu", "aclnn_glu.h", "examples/glu_forward.c", r"kMaxGluUlps = ([\d.]+);"),
    "kGluBackward": (
        "aclnnGluBackward",
        "aclnn_glu_backward.h",
        "examples/glu_backward.cc",
        r"kMaxUlps = ([\d.]+);",
    ),
    "kLogSoftmax": (
        "aclnnLogSoftmax",
        "aclnn_logsoftmax.h",
        "examples/glu_forward.c",
        r"kMaxLogSoftmaxUlps = ([\d.]+);",
    ),
    "kLogSoftmaxBackward": (
        "aclnnLogSoftmaxBackward",
        "aclnn_logsoftmax_backward.h",
        "examples/log_softmax_backward.cc",
        r"kMaxUlps = ([\d.]+);",
    ),
}
DTYPES = {"ACL_DOUBLE": "DOUBLE", "ACL_FLOAT": "FLOAT", "ACL_FLOAT16": "FLOAT16", "ACL_BF16": "BFLOAT16"}


def text(path):
    """The words of a file, without what comments put at the start of a line."""
    lines = (ROOT / path).read_text().splitlines()
    return " ".join(re.sub(r"^\s*//", "", line).strip() for line in lines)


def stated(path):
    """The bounds that a header or document states."""
    return {float(bound) for bound in re.findall(r"[Aa]t most ([\d.]+) ULP", text(path))}


def main():
    tolerances = text("tests/harness/tolerance.h")
    rows = re.findall(r"\{Op::(\w+), (\w+), [\d.]+, ([\d.]+)\}", tolerances)
    problems = []
    for op, (name, header, example, pattern) in PLACES.items():
        bounds = {dtype: float(bound) for row, dtype, bound in rows if row == op}
        for path in (f"include/aclnnop/{header}", f"docs/operators/{name}.md"):
            if stated(path) != set(bounds.values()):
                problems.append(f"{path} states {stated(path)}, tolerance.h {set(bounds.values())}")
        copied = re.search(pattern, text(example))
        if copied is None or float(copied[1]) != bounds["ACL_FLOAT"]:
            problems.append(f"{example} has another bound than tolerance.h")
        for dtype, bound in bounds.items():
            row = re.search(
                rf"\| {name} \| {DTYPES[dtype]} \| \d+ \| ([\d.]+) \|.*?% \| ([\d.]+) \|",
                text("docs/accuracy.md"),
            )
            if row is None or float(row[2]) != bound or float(row[1]) > bound:
                problems.append(f"docs/accuracy.md has no good row of {name} {DTYPES[dtype]}")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems or len(rows) != 15 else 0)


if __name__ == "__main__":
    main()
