"""Checks manifests, whole ones and pieces, by having the package manager read them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .documents import Block
from .toolchain import Package, call

# What a piece begins with, and where in a manifest it belongs. PACKAGES: those that the piece names.
PLACES = [
    (r"\.package\(", 'Package(name: "App", dependencies: [', "])"),
    (
        r"\.product\(|\.byName\(|\"",
        'Package(name: "App", dependencies: [PACKAGES], targets: [.target(name: "App", dependencies: [',
        "])])",
    ),
    (r"\.\w*[tT]arget\(", 'Package(name: "App", dependencies: [PACKAGES], targets: [', "])"),
    (r"\w+:", 'Package(name: "App",', ")"),
]


def check_manifest(block: Block, package: Package, folder: Path) -> list:
    """The complaints about a manifest block."""
    here = f"{block.document}:{block.line}"
    text, offset = completed(block, package.tools_version)
    if text is None:
        return [f"{here}: neither a manifest ('// swift-tools-version: ...' first) nor a piece of one"]
    folder.mkdir()
    (folder / "Package.swift").write_text(text, encoding="utf-8")
    cache = ["--cache-path", folder / "cache", "--scratch-path", folder / "build"]
    done = call(["swift", "package", "--package-path", folder, *cache, "dump-package"])
    if done.returncode != 0:
        found = re.sub(
            rf"{re.escape(str(folder))}/Package.swift:(\d+)(:\d+)?",
            lambda match: f"{block.document}:{int(match[1]) - offset + block.line - 1}",
            done.stderr,
        )
        errors = [line for line in found.splitlines() if re.match(rf"{re.escape(block.document)}:\d+: error", line)]
        return errors or [f"{here}: the package manager cannot read this manifest:\n{found}"]
    return [] if "before" in block.marks else check_products(block, json.loads(done.stdout), package)


def completed(block: Block, tools_version: str) -> tuple:
    """The text of a whole manifest, and how many lines stand before the block."""
    code = "\n".join(re.sub(r"//.*", "", line) for line in block.lines).strip()
    if re.match(r"//\s*swift-tools-version", block.text.lstrip()):
        return block.text + "\n", 0
    for beginning, before, after in PLACES:
        if re.match(beginning, code):
            names = sorted(set(re.findall(r'package: "([^"]+)"', code)))
            packages = ", ".join(f'.package(url: "https://example.com/{name}", from: "1.0.0")' for name in names)
            start = f"// swift-tools-version: {tools_version}\nimport PackageDescription\nlet package = "
            start += before.replace("PACKAGES", packages) + "\n"
            return f"{start}{block.text}\n{after}\n", start.count("\n")
    return None, 0


def check_products(block: Block, manifest: dict, package: Package) -> list:
    """A product that is said to come from this package must be one of its products."""
    own = {product["name"] for product in package.description["products"]}
    asked = [
        dependency["product"]
        for target in manifest["targets"]
        for dependency in target["dependencies"]
        if "product" in dependency
    ]
    name = package.description["name"]
    return [
        f"{block.document}:{block.line}: '{name}' has no product '{product[0]}'"
        for product in asked
        if (product[1] or "").lower() == name.lower() and product[0] not in own
    ]
