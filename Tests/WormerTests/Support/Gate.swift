/// A gate that opens once. Tasks that arrive earlier wait until it opens.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if !isOpen {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func open() {
        isOpen = true
        waiting.forEach { $0.resume() }
        waiting = []
    }
}
