"""The command: arguments, the work in parallel, the summary."""

from __future__ import annotations

import argparse
import contextlib
import io
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .checks import Checker
from .documents import Problem, read_doc_comments, read_markdown
from .manifests import check_manifest
from .programs import is_manifest, programs
from .selftest import CASES
from .toolchain import PROCESSORS, Package, ToolFailure

PAGES = ["README.md", "MIGRATION.md"]


def main(root: Path, usage: str, arguments: list) -> int:
    parser = argparse.ArgumentParser(
        usage=argparse.SUPPRESS, description=usage, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--doc-comments", action="store_true", help="besides the named documents also /// comments")
    parser.add_argument("--skip-build", action="store_true", help="the package is built already")
    parser.add_argument("--scratch-path", help="where the package is built")
    parser.add_argument("--package-path", type=Path, default=root, help="another package than this one")
    parser.add_argument("--self-test", action="store_true", help="check the check itself: wrong documents must fail")
    parser.add_argument("--keep", action="store_true", help="keep the generated files and say where they are")
    parser.add_argument("documents", nargs="*", help="instead of all documents and /// comments")
    options = parser.parse_args(arguments)
    root = options.package_path.resolve()
    work = Path(tempfile.mkdtemp(prefix="snippets-"))
    try:
        folder = Path(__file__).resolve().parent.parent
        return self_test(root, options, work, folder) if options.self_test else check(root, options, work, folder)
    except (Problem, ToolFailure, OSError) as problem:
        print(problem)
        return 1
    finally:
        if options.keep:
            print(f"generated files: {work}")
        else:
            shutil.rmtree(work, ignore_errors=True)


def check(root: Path, options: argparse.Namespace, work: Path, folder: Path, package: Package = None) -> int:
    package = package or Package(root, options.scratch_path, options.skip_build)
    checker = Checker(package, folder, work)
    documents = read_all(root, options, package, folder)
    blocks = [block for document in documents for block in document]
    problems, tasks = [], []
    for document in documents:
        try:
            found = programs(document)
        except Problem as problem:
            problems.append(str(problem))
            continue
        for program in found:
            problems += unknown_names(program, checker, folder)
        tasks += [(program.block, program) for program in found]
        tasks += [(block, None) for block in document if is_manifest(block)]
    if problems:
        print("\n".join(problems))
        return 1

    def perform(numbered: tuple) -> list:
        number, (block, program) = numbered
        if program is None:
            return check_manifest(block, package, work / f"manifest-{number}")
        return checker.check(program, number)

    with ThreadPoolExecutor(PROCESSORS) as pool:
        results = list(pool.map(perform, enumerate(tasks)))
    said, failed = set(), set()
    for (block, _), complaints in zip(tasks, results):
        for complaint in complaints:  # what goes on from a wrong block has its errors too: say them once
            if complaint not in said:
                print(complaint.replace(f"{folder.parent.parent}/", ""))
                said.add(complaint)
                failed.add(id(block))
    if failed:
        print(f"{len(failed)} of {len(blocks)} blocks are not as the documents say")
        return 1
    counts = {key: sum(key in block.marks for block in blocks) for key in ("before", "run", "ends", "fails")}
    print(
        f"{len(blocks)} blocks compiled in {sum(bool(document) for document in documents)} documents "
        f"({counts['before']} before, {counts['run'] + counts['ends']} run, {counts['fails']} expected to fail)"
    )
    return 0


def self_test(root: Path, options: argparse.Namespace, work: Path, folder: Path) -> int:
    """Checks the documents in `selftest.py`, each of which must bring the complaint that stands beside it."""
    package = Package(root, options.scratch_path, options.skip_build)
    options.doc_comments, wrong = False, 0
    for number, (text, expected) in enumerate(CASES):
        document = work / f"case-{number}.md"
        document.write_text(text + "\n", encoding="utf-8")
        options.documents = [str(document)]
        (work / f"case-{number}").mkdir()
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            try:
                code = check(root, options, work / f"case-{number}", folder, package)
            except (Problem, ToolFailure) as problem:
                code = 1
                print(problem)
        if expected not in said.getvalue() or (code == 0) != expected.startswith(("1 blocks", "2 blocks")):
            wrong += 1
            print(f"Not as expected: {expected}\n\n{text}\n\nThe check says:\n{said.getvalue()}")
    print(f"{wrong} of {len(CASES)} cases are wrong" if wrong else f"{len(CASES)} cases are as expected")
    return 1 if wrong else 0


def read_all(root: Path, options: argparse.Namespace, package: Package, folder: Path) -> list:
    """The blocks of each document."""
    documents, problems = [], []
    paths = []
    catalogs = sorted((root / "Sources").glob("*/*.docc"))
    for path in map(Path, options.documents) if options.documents else [*(root / name for name in PAGES), *catalogs]:
        paths += sorted(path.rglob("*.md")) if path.is_dir() else [path]
    readers = [(path, read_markdown, ()) for path in paths]
    if options.doc_comments or not options.documents:
        preludes = {path.stem for path in (folder / "prelude").glob("*.swift")}
        for path in sorted((root / "Sources").rglob("*.swift")):
            module = path.relative_to(root / "Sources").parts[0]
            prelude = [module] if module in preludes else []
            readers.append((path, read_doc_comments, (module if module in package.libraries else "", prelude)))
    for path, read, more in readers:
        resolved = path.resolve()
        name = str(resolved.relative_to(root)) if root in resolved.parents else str(path)
        try:
            documents.append(read(path, name, *more))
        except Problem as problem:
            problems.append(str(problem))
        except FileNotFoundError:
            problems.append(f"{name}: there is no such document")
    if problems:
        raise ToolFailure("\n".join(problems))
    return documents


def unknown_names(program, checker: Checker, folder: Path) -> list:
    """Preludes and stand-ins that a mark names and that are not there."""
    block, problems = program.block, []
    for name in program.preludes:
        if not (folder / "prelude" / f"{name}.swift").is_file():
            problems.append(f"{block.document}:{block.line - 1}: no prelude '{name}' in .ci/snippets/prelude")
    if program.before and program.before not in checker.stand_ins.names():
        known = ", ".join(checker.stand_ins.names())
        problems.append(f"{block.document}:{block.line - 1}: no stand-in '{program.before}' (there are: {known})")
    return problems
