"""What `.ci/apple-types` checks."""

import re
from functools import partial
from pathlib import Path

from checker.interfaces import Target
from checker.objects import newer_calls, record_faults, undefined_in_c
from checker.package import C_LIBRARIES, LIBRARIES, Package, compile_c
from checker.toolchain import APPLE, Toolchain, concurrently, files, minimum_targets
from toolchain import ROOT

CLIENT = files(APPLE / "client", ".swift")
CLIENT_TESTS = files(APPLE / "tests", ".swift")
SHOP_APP = ROOT / "Examples" / "ShopApp"
PLANTS = APPLE / "plants"
STAND_INS = [APPLE / "stand-ins" / f"{module}.swift" for module in ("Darwin", "ObjectiveC", "XCTest", "Foundation")]
STAND_INS += [ROOT / ".ci/snippets/platform" / module / f"{module}.swift" for module in ("Combine", "SwiftUI")]

# What only the C targets are compiled for.
FURTHER_C_TARGETS = (
    "arm64-apple-macosx11.0", "arm64e-apple-ios14.0", "arm64-apple-ios14.0-simulator", "armv7k-apple-watchos6.0",
)
LEVELS = ("-Onone", "-O")


class Checks:
    """The checks, each of which returns its complaints."""

    def __init__(self, build: Path):
        self.tools = Toolchain()
        self.package = Package(build)
        minimums = minimum_targets()
        narrow = minimums["watchOS"].replace("arm64-", "arm64_32-")
        compiled = (minimums["iOS"], narrow)  # for which code is compiled, and not only checked
        triples = [*minimums.values(), narrow]
        self.targets = {triple: Target(triple, self.tools, triple in compiled) for triple in triples}
        self.phone, self.watch, self.mac = (self.targets[key] for key in (*compiled, minimums["macOS"]))
        self.c_targets = [*self.targets, *FURTHER_C_TARGETS]
        self.found = 0  # planted mistakes

    @property
    def summary(self) -> str:
        return (
            f"{', '.join(LIBRARIES)} and their clients for {', '.join(self.targets)}; ShopApp for {self.phone}; the "
            f"plugin for {self.mac}; C for {len(self.c_targets)} targets; objects for {self.phone} with {services()} "
            f"records; {self.found} planted mistakes were found"
        )

    def run(self) -> list:
        """All complaints. The objects and plants are checked only if the sources have no mistake."""
        concurrently(lambda target: target.prepare(STAND_INS), self.targets.values())
        complaints = perform([partial(self.modules, target) for target in self.targets.values()] + [self.plugin])
        complaints = complaints or self.shop_app()
        complaints += perform([partial(self.c_code, triple) for triple in self.c_targets])
        if complaints:
            return complaints
        return perform(
            [partial(self.objects, level) for level in LEVELS]
            + [self.planted_records, self.planted_metadata, self.planted_call]
            + [partial(self.planted_errors, "NewerAPI", target, "-typecheck") for target in self.targets.values()]
            + [partial(self.planted_errors, "WideInteger", self.watch, "-emit-sil")]
        )

    def modules(self, target: Target) -> list:
        """Compiles the libraries and their clients."""
        for library in LIBRARIES:
            complaints = self.package.check(target, library, library_sources(library))
            if complaints:
                return complaints
        # The values of constants are known only with the bodies of the library's initializers.
        flags = None if target.has_bodies else ["-typecheck"]
        without = self.package.plugin_without_records
        return (
            self.package.check(target, "Client", CLIENT, flags=flags)
            + self.package.check(target, "ClientWithoutRecords", CLIENT, flags=flags, plugin=without)
            + self.package.check(target, "ClientTests", CLIENT_TESTS, flags=flags)
        )

    def shop_app(self) -> list:
        """Compiles the example app, whose manifest states newer systems than those of the libraries."""
        newer = ["-package-name", "examples", "-disable-availability-checking"]
        shop = ["-emit-module", "-o", self.phone.folder / "package" / "Shop.swiftmodule", *newer]
        return (
            self.package.check(self.phone, "Shop", files(SHOP_APP / "Shop", ".swift"), flags=shop)
            or self.package.check(self.phone, "ShopApp", files(SHOP_APP / "App", ".swift"), flags=["-typecheck", *newer])
        )

    def plugin(self) -> list:
        """Compiles the macro plugin for the system that runs it."""
        return self.package.check(self.mac, "FusionMacros", library_sources("FusionMacros"))

    def c_code(self, triple: str) -> list:
        """Compiles the C targets, and looks for symbols that come from neither of them nor the system."""
        complaints, objects = [], []
        for library in C_LIBRARIES:
            made, found = compile_c(self.tools, triple, files(ROOT / "Sources" / library, ".c"))
            complaints += found
            if not found:
                symbols = undefined_in_c(self.tools, made, objects)
                complaints += [f"{triple}: {library} needs {name}, which the system does not have" for name in symbols]
            objects += made
        return complaints

    def objects(self, level: str) -> list:
        """Compiles objects, and looks at their references and records."""
        complaints, objects = [], []
        for module in (*LIBRARIES, "Client"):
            sources = CLIENT if module == "Client" else library_sources(module)
            objects.append(self.phone.folder / f"{module}{level}.o")
            # Swift's optimizer chooses the functions of the runtime. LLVM's would take nearly as long again.
            flags = [level, "-disable-llvm-optzns", "-c", "-o", objects[-1]]
            complaints += self.package.check(self.phone, module, sources, flags=flags)
        if complaints:
            return complaints
        for item in objects:
            calls = newer_calls(self.tools, item)
            complaints += [f"{item.name}: {call}, which the minimum versions lack" for call in calls]
        faults = record_faults(self.tools, self.phone.triple, objects[-1], services())
        return complaints + [f"{objects[-1].name}: {fault}" for fault in faults]

    # MARK: - Planted mistakes

    def planted_errors(self, name: str, target: Target, flag: str) -> list:
        """A complaint about each line of a plant without the error that the comment behind it states."""
        complaints, plant = [], PLANTS / f"{name}.swift"
        output = self.package.compile(target, "Planted", [plant], flags=[flag])
        for number, line in enumerate(plant.read_text(encoding="utf-8").splitlines(), 1):
            _, mark, expected = line.partition("  // ")
            if mark:
                errors = re.findall(rf"{plant.name}:{number}:\d+: error: (.*)", output)
                complaints += self.expect_text(f"{plant.name}:{number} for {target}", expected, "\n".join(errors))
        return complaints

    def planted_records(self) -> list:
        """A record in another section, which the reader does not find."""
        made = self.phone.folder / "Planted.o"
        plant = PLANTS / "Records.swift"
        output = self.package.compile(self.phone, "Planted", [plant, *CLIENT], flags=["-c", "-o", made])
        if output:
            return [f"{plant}: {output}"]
        faults = record_faults(self.tools, self.phone.triple, made, services() + 1)
        return self.expect_text(plant, " bytes instead of ", "\n".join(faults))

    def planted_metadata(self) -> list:
        made = self.phone.folder / "PlantedMetadata.o"
        plant = PLANTS / "Metadata.swift"
        output = self.package.compile(self.phone, "PlantedMetadata", [plant], flags=["-c", "-o", made])
        found = output or "\n".join(newer_calls(self.tools, made))
        return self.expect_text(plant, "PlantedMetadata6listed", found)

    def planted_call(self) -> list:
        plant = PLANTS / "Runtime.c"
        made, complaints = compile_c(self.tools, self.phone.triple, [plant])
        return complaints or self.expect_text(plant, "_swift_retain", "\n".join(undefined_in_c(self.tools, made, [])))

    def expect_text(self, subject, expected: str, found: str) -> list:
        self.found += 1
        if expected in found:
            return []
        found = found or "nothing"
        return [f"{subject}: the planted mistake was not found\n  expected  {expected}\n  found     {found}"]


def perform(checks: list) -> list:
    return sum(concurrently(lambda check: check(), checks), [])


def library_sources(library: str) -> list:
    return files(ROOT / "Sources" / library, ".swift")


def services() -> int:
    """The number of services that the client declares."""
    return sum(len(re.findall(r"@Service\b.* var ", path.read_text(encoding="utf-8"))) for path in CLIENT)
