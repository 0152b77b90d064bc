import Foundation
import Hummingbird
import Wormer
import WormerGraph

/// Shows the graph of the bindings, and what took how long at the start, as a page.
struct GraphRoute {
    let injector: Injector
    let timeline: Timeline?

    func add(to router: some RouterMethods<NotesContext>) {
        router.get("graph") { _, context in
            let graph = try context.responseEncoder.encode(injector.graph)
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: page(showing: graph)))
        }
    }

    /// The page loads nothing else, and its security policy tells the browser not to.
    private var headers: HTTPFields {
        [
            .contentType: "text/html; charset=utf-8",
            .contentSecurityPolicy: "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'",
        ]
    }

    private func page(showing graph: Data) -> ByteBuffer {
        let template = String(decoding: PackageResources.graph_html, as: UTF8.self)
        // "<" begins a tag even inside a script, so JSON has to escape it.
        let json = String(decoding: graph, as: UTF8.self).replacing("<", with: "\\u003c")
        let page = template.replacing("<!-- timeline -->", with: timeline?.svg ?? "")
        return ByteBuffer(string: page.replacing("/* graph */ null", with: json))
    }
}
