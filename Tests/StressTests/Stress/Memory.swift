import CStress
import Foundation

/// The heap of the process between rounds, when all threads have ended and nothing of a round remains.
struct Memory {
    private struct Size {
        let tenth: Int
        let heap = stress_heap()
    }

    /// The sizes at the end of each tenth of the run.
    private var sizes: [Size] = []
    private let pause: Double

    init(seconds: Double) {
        // The threads that run tasks keep memory for later tasks. They end after five idle seconds.
        pause = min(7, seconds / 10)
    }

    /// Measures the memory if a tenth of the run has ended.
    mutating func measure(after part: Double) {
        let tenth = min(Int(part * 10), 10)
        guard tenth > sizes.last?.tenth ?? 0 else { return }
        Thread.sleep(forTimeInterval: pause)
        let size = Size(tenth: tenth)
        sizes.append(size)
        print("tenth \(tenth): heap \(size.heap) bytes")
        fflush(nil)
    }

    /// Whether the heap at the end of the run is at most 5 % larger than after the first tenth.
    func isFlat() -> Bool {
        guard let first = sizes.first, let last = sizes.last, first.tenth < last.tenth else {
            print("the run is too short to compare its memory")
            return false
        }
        let isFlat = last.heap - first.heap <= first.heap / 20
        print(
            "memory is \(isFlat ? "flat" : "NOT FLAT"), from tenth \(first.tenth) to tenth \(last.tenth): heap",
            "\(first.heap) to \(last.heap) bytes"
        )
        return isFlat
    }
}
