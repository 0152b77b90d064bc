"""Provides the modules of the package and of the stand-ins."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from toolchain import IS_DARWIN, ROOT, must, plugin

SNIPPETS = ROOT / ".ci" / "snippets"
BESIDE = SNIPPETS / "beside"  # stand-ins for other libraries
FRAMEWORKS = ROOT / ".ci" / "apple" / "frameworks"  # stand-ins for those of Apple's systems


def swiftc() -> list:
    """The compiler, with the folders of Testing and XCTest if it does not search them by default.

    The flags for builds in the environment would divide a module into several objects.
    """
    plain = ["env", "-u", "ADDITIONAL_SWIFT_DRIVER_FLAGS"]
    if not IS_DARWIN:
        return [*plain, "swiftc", "-diagnostic-style", "llvm"]
    platform = must("xcrun", "--show-sdk-platform-path").strip() + "/Developer"
    plugins = Path(must("xcrun", "--find", "swiftc").strip()).parent.parent / "lib/swift/host/plugins/testing"
    return [
        *plain, "xcrun", "swiftc", "-diagnostic-style", "llvm", "-F", f"{platform}/Library/Frameworks",
        "-I", f"{platform}/usr/lib", "-L", f"{platform}/usr/lib", "-plugin-path", plugins,
    ]


@dataclass
class Modules:
    """The flags and objects for compiling a program."""

    flags: list = field(default_factory=list)
    objects: dict = field(default_factory=dict)  # module: its object files and those of its dependencies


class Package:
    """The built package of this checkout."""

    def __init__(self):
        must("swift", "build", cwd=ROOT)
        build = Path(must("swift", "build", "--show-bin-path", cwd=ROOT).strip())
        description = must("swift", "package", "describe", "--type", "json", cwd=ROOT)
        description = json.loads(description[description.index("{"):])
        self.name = description["name"]
        self.products = {product["name"]: product["type"] for product in description["products"]}
        self.tools_version = (ROOT / "Package.swift").read_text(encoding="utf-8").splitlines()[0]
        self.targets = {target["name"]: target for target in description["targets"]}
        self.flags, self.plugins, self.objects = ["-I", build / "Modules"], [], {}
        for name, target in self.targets.items():
            if target["type"] == "macro":
                self.plugins += ["-load-plugin-executable", f"{build / name}-tool#{name}"]
            elif target["type"] == "library":
                module_map = ROOT / target["path"] / "include" / "module.modulemap"
                if module_map.is_file():
                    self.flags += ["-Xcc", f"-fmodule-map-file={module_map}"]
                self.objects[name] = sorted((build / f"{name}.build").rglob("*.o"))

    @property
    def modules(self) -> Modules:
        system = [] if IS_DARWIN else ["-ldispatch"]
        needs = {name: [path for other in self.closure(name) for path in self.objects[other]] for name in self.objects}
        return Modules(self.flags + self.plugins, {name: objects + system for name, objects in needs.items()})

    def add_frameworks(self, output: Path) -> Modules:
        """Compiles the stand-ins for Apple's frameworks, and Fusion again, with its code for them."""
        platform, target = build_stand_ins(FRAMEWORKS, output, "6"), self.targets["Fusion"]
        self.flags, self.plugins = ["-I", output, *self.flags], [*platform.flags, *self.plugins]
        flags = ["-swift-version", "6", "-package-name", re.sub(r"\W", "_", ROOT.name.lower()), *self.modules.flags]
        compile_module("Fusion", output, *flags, *(ROOT / target["path"] / source for source in target["sources"]))
        self.objects["Fusion"] = sorted(output.glob("*.o"))
        return platform

    def closure(self, name: str) -> set:
        """The target and the libraries that it depends on."""
        others = self.targets[name].get("target_dependencies", [])
        return {name}.union(*(self.closure(other) for other in others if self.targets[other]["type"] == "library"))


def compile_module(name: str, output: Path, *arguments) -> None:
    must(
        *swiftc(), "-parse-as-library", "-wmo", "-c", "-module-name", name, "-emit-module", "-emit-module-path",
        output / f"{name}.swiftmodule", "-o", output / f"{name}.o", *arguments,
    )


def build_stand_ins(folder: Path, output: Path, version: str, names: set = None) -> Modules:
    """Compiles the subfolders with these names, or all, to a module each, in the order of their names."""
    output.mkdir(parents=True)
    made = Modules(["-I", output])
    for script in sorted(folder.rglob("plugins/*.py")):  # the compiler plugins behind the macros of the stand-in
        made.flags += ["-load-plugin-executable", f"{plugin(script, output / script.stem)}#{script.stem}"]
    for module in sorted(path for path in folder.iterdir() if names is None or path.name in names):
        compile_module(module.name, output, "-swift-version", version, *made.flags, *sorted(module.glob("*.swift")))
        made.objects[module.name] = sorted(output.glob("*.o"))
    return made
