"""Reads documents: finds the Swift blocks and the marks before them."""

import re
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"( *)(`{3,}|~{3,})\s*([^\s`]*)")
MARK = re.compile(r"\s*<!-- snippet: (.*?) *-->\s*")
# keyword: the least and the greatest number of arguments
MARKS = dict.fromkeys(("before", "run", "test"), (0, 0))
MARKS |= {"continues": (0, 1), "name": (1, 1), "file": (1, 1), "flags": (1, 9)}


class Problem(Exception):
    """An error in a document, with its line."""

    def __init__(self, document: str, line: int, text: str):
        super().__init__(f"{document}:{line}: {text}")


@dataclass
class Block:
    """A Swift block: the lines between its fences, its marks and the output that the document shows after it."""

    document: str
    line: int
    lines: list
    marks: dict = field(default_factory=dict)  # keyword: argument, or ""
    output: list = field(default_factory=list)
    output_line: int = 0

    @property
    def place(self) -> str:
        return f"{self.document}:{self.line}"


def read(path: Path, name: str) -> list:
    """The blocks of a document, in a list for each part: a Markdown file is one part, each /// comment another."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix != ".swift":
        return [blocks(name, 1, lines)]
    parts, comment = [], []
    for number, line in enumerate([*lines, ""], start=1):
        text = line.strip()
        if text.startswith("///"):
            comment.append(text.removeprefix("///").removeprefix(" "))
        elif comment:
            parts.append(blocks(name, number - len(comment), comment))
            comment = []
    return parts


def blocks(document: str, first: int, lines: list) -> list:
    found, marks, waiting, index = [], None, None, 0  # waiting: the block whose output the next fenced block shows
    while index < len(lines):
        line, number = lines[index], first + index
        index += 1
        fence = FENCE.match(line)
        if re.match(r"\s*>\s*(```|~~~)", line):
            raise Problem(document, number, "move this code block out of the quotation: it cannot be checked there")
        if marks is not None and line.strip() and (fence is None or fence[3] != "swift"):
            raise Problem(document, number - 1, "this mark must stand just before a swift block")
        if re.search(r"(<!--|^)\s*snip\w*:", line, re.IGNORECASE):
            mark = MARK.fullmatch(line)
            if mark is None:
                raise Problem(document, number, "this is not a mark: write '<!-- snippet: ... -->' on one line")
            marks = parse(mark[1], document, number)
        if fence is None:
            continue
        indent, ticks, language = fence.groups()
        if language.lower().startswith("swift") and language != "swift":
            raise Problem(document, number, f"write 'swift' instead of '{language}'")
        body = []
        while index < len(lines) and not re.fullmatch(rf" *{ticks[0]}{{{len(ticks)},}} *", lines[index]):
            body.append(re.sub(rf"^ {{0,{len(indent)}}}", "", lines[index]))
            index += 1
        index += 1
        if index > len(lines):
            raise Problem(document, number, "this code block has no end")
        if language == "":
            raise Problem(document, number, "this code block has no language: write swift, sh or text")
        if waiting:
            if language not in ("text", "console"):
                break
            waiting.output, waiting.output_line, waiting = body, number, None
        if language == "swift":
            found.append(Block(document, number + 1, body, marks or {}))
            marks, waiting = None, found[-1] if "run" in found[-1].marks else None
    if marks is not None:
        raise Problem(document, first + len(lines) - 1, "this mark must stand just before a swift block")
    if waiting:
        raise Problem(document, waiting.line - 1, "the next code block must be a ```text block that shows the output")
    return found


def parse(text: str, document: str, number: int) -> dict:
    marks = {}
    for keyword, *arguments in filter(None, map(str.split, text.split(";"))):
        least, greatest = MARKS.get(keyword, (0, 0))
        if keyword not in MARKS:
            raise Problem(document, number, f"unknown mark '{keyword}' (known: {', '.join(MARKS)})")
        if keyword in marks or not least <= len(arguments) <= greatest:
            raise Problem(document, number, f"mark '{keyword}' occurs twice or has a wrong number of arguments")
        marks[keyword] = " ".join(arguments)
    if len(marks.keys() & {"before", "run", "test"}) > 1:
        raise Problem(document, number, f"these marks exclude each other: {', '.join(marks)}")
    return marks
