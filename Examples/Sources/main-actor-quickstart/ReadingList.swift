import Fusion

/// A view model, which belongs to the main actor by default.
final class ReadingList {
    @Inject private var library: Library
    private var lines: [String] = []

    func add(_ number: String) async {
        lines.append(await library.lend(number))
    }

    func show() {
        for line in lines {
            print(line)
        }
    }
}
