/// Prints what the library costs: `swift run -c release --package-path Benchmarks`.
@main
enum Benchmarks {
    static func main() throws {
        try verifyAndRenderLargeGraph()
    }
}
