import Foundation

// usage: Host [PLUG], where PLUG is the library to load if the program does not link it

// Ends the process if the copies wait for each other.
alarm(120)

guard let plug = dlopen(CommandLine.arguments.dropFirst().first, RTLD_NOW | RTLD_LOCAL) else {
    print(String(cString: dlerror()))
    exit(1)
}

func symbol<Function>(_ name: String, as type: Function.Type) -> Function {
    guard let address = dlsym(plug, name) else {
        fatalError(String(cString: dlerror()))
    }
    // A C function pointer is the address of the function.
    return unsafeBitCast(address, to: type)
}

let plugBind = symbol("plug_bind", as: (@convention(c) () -> Void).self)
let plugReport = symbol("plug_report", as: (@convention(c) () -> UnsafeMutablePointer<CChar>?).self)
let plugNamesCopies = symbol(
    "plug_names_copies",
    as: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Bool).self
)
let plugRun = symbol("plug_run", as: (@convention(c) (Int) -> Void).self)

func lines(_ report: String) -> [String] {
    report.split(separator: "\n").map(String.init)
}

func fromPlug() -> [String] {
    let text = plugReport()
    defer { free(text) }
    return lines(String(cString: text!))
}

/// The name at the end of every line, or nil if the names differ.
func name(_ lines: [String], of copy: String) -> Substring? {
    let names = Set(lines.compactMap { $0.split(separator: " ").last })
    guard names.count == 1, let name = names.first, ["h", "p"].contains(name) else {
        print("FAILED: the \(copy) does not use one registry:")
        lines.forEach { print("  \($0)") }
        return nil
    }
    return name
}

var isSound = true
for round in 0..<2 {
    // The plug binds last in the first round, and the host in the second.
    round == 0 ? bindEverything("host") : plugBind()
    round == 0 ? plugBind() : bindEverything("host")
    let names = (name(lines(report()), of: "host"), name(fromPlug(), of: "plug"))
    switch names {
    case ("h", "p"): print("each copy has one registry: separate")
    case (let host?, let plug?) where host == plug: print("each copy has one registry: shared")
    default:
        print("FAILED: \(names)")
        isSound = false
    }
}

#if canImport(Darwin)
    let library = "libPlug.dylib"
#else
    let library = "libPlug.so"
#endif
if namesCopies(in: "Host", library), plugNamesCopies("Host", library) {
    print("failures say where the copies are")
} else {
    print("FAILED: failures do not say where the copies are")
    isSound = false
}

DispatchQueue.concurrentPerform(iterations: 2) { copy in
    copy == 0 ? run(rounds: 20_000) : plugRun(20_000)
}
print("both copies ran at the same time")
exit(isSound ? 0 : 1)
