import Foundation

/// A page in a Chromium without a window.
final class Browser {
    struct DidNotAnswer: Error {
        let request: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Output()
    private let folder = try? Folder()
    private var session: String?
    private var lastID = 0

    /// The first Chromium in the PATH.
    static let executable: URL? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let files = folders.flatMap { folder in
            ["chromium", "chromium-browser", "google-chrome"].map { URL(filePath: "\(folder)/\($0)") }
        }
        return files.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Opens a page, and waits until its scripts have run.
    init(showing page: String) throws {
        // The browser gets requests from file 3, and answers to file 4.
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", #"exec "$0" "$@" 3<&0 4>&1 >/dev/null 2>&1"#, Browser.executable?.path ?? "chromium", "--headless",
            "--window-size=1200,800", "--remote-debugging-pipe", "--user-data-dir=\(folder?.url.path ?? "")",
        ]
        // For root, Chromium has no sandbox.
        if getuid() == 0 { process.arguments?.append("--no-sandbox") }
        process.standardInput = input
        process.standardOutput = output.pipe
        try process.run()
        let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"]
        session =
            try send("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"] as? String
        _ = try send("Page.enable")
        _ = try send("Page.navigate", ["url": page])
        // After the answer, the event is that of this page.
        output.wait(for: try Regex("\\{\"id\":\(lastID),.*\"Page.loadEventFired\"").dotMatchesNewlines())
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// Returns the value of an expression of JavaScript in the page, or nil if it has none.
    func value(of expression: String) throws -> Any? {
        let answer = try send("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        return (answer["result"] as? [String: Any])?["value"]
    }

    private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        lastID += 1
        var request: [String: Any] = ["id": lastID, "method": method, "params": parameters]
        request["sessionId"] = session
        try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: request) + [0])
        let answer = output.wait(for: try Regex("\\{\"id\":\(lastID),[^\\x00]*"))
        let json = try JSONSerialization.jsonObject(with: Data((answer?[0].substring ?? "").utf8)) as? [String: Any]
        guard let result = json?["result"] as? [String: Any] else { throw DidNotAnswer(request: method) }
        return result
    }
}
