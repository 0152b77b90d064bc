@main
enum SeamBenchmark {
    static func main() {}
}
