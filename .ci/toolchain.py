"""Calls the Swift toolchain for the scripts in this folder."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IS_DARWIN = sys.platform == "darwin"


def call(*arguments, **options) -> subprocess.CompletedProcess:
    return subprocess.run(
        list(map(str, arguments)), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
        **options,
    )


def must(*arguments, **options) -> str:
    """The output of a command that must succeed."""
    done = call(*arguments, **options)
    if done.returncode != 0:
        sys.exit(f"{done.stdout}{done.stderr}FAILED: {' '.join(map(str, arguments))}".replace(f"{ROOT}/", ""))
    return done.stdout


def concurrently(function, items) -> list:
    """The results of a function for each item, made by as many threads as the machine has processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, items))


def plugin(script: Path, file: Path) -> Path:
    """Makes a compiler plugin of a script. The compiler starts it without an environment, in which it finds Python."""
    file.write_text(f"#!{sys.executable}\n" + script.read_text(encoding="utf-8"), encoding="utf-8")
    file.chmod(0o755)
    return file
