import Foundation
import Testing

@testable import FusionMacros

/// One wrong use of `@Service`, what the compiler prints about it, and the file after the fix-its.
struct Mistake: CustomTestStringConvertible {
    var name: String
    var source: String
    /// `line:column message` of each error, without the compiler's "(from macro ...)".
    var errors: [String]
    /// The notes that carry the fix-its.
    var repairs: [String] = []
    var repaired: String?

    var testDescription: String { name }
}

@Suite("What the compiler prints about a wrong use of @Service")
struct DiagnosticTests {
    @Test("Each mistake gets its error on its token, with its fix-it, and nothing else speaks but the compiler itself")
    func errors() throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let files = try Mistake.all.map { try compiler.write($0.source, to: $0.name + ".swift") }
        let (found, text) = try compiler.typeCheck(files + [try compiler.write(Mistake.surroundings, to: "Rest.swift")])
        for (mistake, file) in zip(Mistake.all, files) {
            let own = found.filter { $0.file == file && $0.level == .error }
            #expect(own.map { "\($0.line):\($0.column) \(plain($0.message))" } == mistake.errors, "\(mistake.name)")
            #expect(
                own.flatMap(\.notes).filter { !$0.fixIts.isEmpty }.map(\.message) == mistake.repairs,
                "\(mistake.name)"
            )
        }
        let known = Set(files)
        #expect(found.filter { $0.level == .error && !known.contains($0.file) } == [], "\(text)")
    }

    @Test("Applying the fix-its gives the file that was meant, and it type-checks")
    func repairs() throws {
        let compiler = try Compiler()
        defer { compiler.remove() }
        let mistakes = Mistake.all.filter { $0.repaired != nil }
        let files = try mistakes.map { try compiler.write($0.source, to: $0.name + ".swift") }
        let rest = try compiler.write(Mistake.surroundings, to: "Rest.swift")
        let (found, _) = try compiler.typeCheck(files + [rest])
        for (mistake, file) in zip(mistakes, files) {
            let own = found.filter { $0.file == file }
            let ours = own.filter { $0.message.hasPrefix("'@Service' must ") }
            let repaired = apply(ours.flatMap(\.notes).flatMap(\.fixIts), to: mistake.source)
            #expect(repaired == mistake.repaired, "\(mistake.name)")
            _ = try compiler.write(repaired, to: mistake.name + ".swift")
        }
        let (left, text) = try compiler.typeCheck(files + [rest])
        #expect(left.filter { $0.level == .error || $0.level == .warning } == [], "\(text)")
    }

    @Test("With several names in one declaration only the first one's peer reports")
    func oncePerDeclaration() {
        let source = "@Service var first = 1, second = 2"
        let first = "$s6Fusion9ContainerC1tE5first7ServicefMp_"
        let second = "$s6Fusion9ContainerC1tE6second7ServicefMp_"
        #expect(messages(expansion(source, role: "peer", discriminator: first)).count == 1)
        #expect(expansion(source, role: "peer", discriminator: second) == .nothing)
        #expect(expansion(source, role: "accessor", discriminator: first) == .nothing)
    }

    private func plain(_ message: String) -> String {
        message.range(of: " (from macro").map { String(message[..<$0.lowerBound]) } ?? message
    }

    private func apply(_ fixIts: [CompilerDiagnostic.FixIt], to source: String) -> String {
        var bytes = Array(source.utf8)
        let ordered = fixIts.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
        }
        for (_, fixIt) in ordered { bytes.replaceSubrange(fixIt.range, with: Array(fixIt.text.utf8)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
