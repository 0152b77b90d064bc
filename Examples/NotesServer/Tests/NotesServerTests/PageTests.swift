import Foundation
import Testing

@Suite(
    "The page of the graph works in a browser",
    .enabled(if: Browser.executable != nil, "there is no Chromium in the PATH"),
    .timeLimit(.minutes(2))
)
struct PageTests {
    @Test("The page shows the graph, and behind a second tab the lanes and titled bars of the start")
    func tabs() async throws {
        let folder = try Folder()
        let program = try await Program(database: folder.database)
        let browser = try Browser(showing: "http://127.0.0.1:\(program.port)/graph")
        let visible = """
            ["nav", "#graph g.node", "#start g rect"].filter((name) => document.querySelector(name)?.checkVisibility())
            """
        #expect(try browser.value(of: visible) as? [String] == ["nav", "#graph g.node"])
        _ = try browser.value(of: "document.querySelectorAll('nav label')[1].click()")
        #expect(try browser.value(of: visible) as? [String] == ["nav", "#start g rect"])

        // The names, places and colors of the bars. The titles end with a line that may change.
        let drawn = """
            [...document.querySelectorAll("#start .lane")].map((lane) => lane.textContent).slice(0, 2).concat(
              [...document.querySelectorAll("#start g")].map((bar) => {
                const [name, times, place] = bar.querySelector("title").textContent.split("\\n");
                const isTimed = /^\\d+\\.\\d ms, own \\d+\\.\\d ms/.test(times);
                const fill = getComputedStyle(bar.querySelector("rect")).fill;
                return `${name} ${place.split("/")[0]} ${isTimed} ${fill}`;
              }))
            """
        let (awaited, other) = ("rgb(74, 194, 107)", "rgb(84, 174, 255)")
        #expect(
            try browser.value(of: drawn) as? [String] == [
                "task 1", "0.0 ms", "NoteStore NotesStorage true \(awaited)",
                "NotesDatabase NotesStorage true \(awaited)",
                "database(): NotesDatabase NotesStorage true \(awaited)", "Users Notes true \(other)",
                "NotesConfiguration Notes true \(other)",
            ]
        )
        #expect(try program.end(with: SIGTERM) == 0)
    }
}
