import Wormer

/// The constructions of a period, to find out why the start of a program takes long.
///
/// ```swift
/// let timeline = try await Injector.default.timeline { try await Injector.default.prepare() }
/// print(timeline)
/// ```
///
/// It says when each instance was created, or failed to be, how long that took, and where it ran, in any injector,
/// override and scope. It has neither lookups of what existed, nor what began before or goes on. It keeps at most 100,000
/// constructions, and neither instances nor injectors.
public struct Timeline: Sendable {
    /// The construction of an instance, for code that shows a timeline in a form of its own.
    public struct Construction: Sendable {
        /// The lookup that constructed the instance, or failed.
        public let event: TraceEvent

        /// The nanoseconds that it took without those of its dependencies, and without waiting.
        public fileprivate(set) var ownNanoseconds: UInt64 = 0

        /// The index of the construction around it, its lane, and the number of constructions around it there.
        fileprivate(set) var parent: Int?
        fileprivate(set) var (lane, level) = (0, 0)

        var start: UInt64 { event.beginningInNanoseconds }
        var end: UInt64 { start + event.durationInNanoseconds }
        var location: CodeLocation { event.bindingLocation ?? event.location }
        var waiting: UInt64 { event.waitingInNanoseconds + event.waitingForActorInNanoseconds }
        var isAsynchronous: Bool { event.thread == nil && !event.isWait }

        fileprivate init(_ event: TraceEvent) { self.event = event }
    }

    /// A part of an entry in which no dependency was constructed.
    typealias Part = (entry: Int, from: UInt64, to: UInt64)

    /// The constructions, and the lookups that waited for those of others, in the order in which they began.
    private(set) var entries: [Construction]

    /// The thread of each lane, or nil if it's that of a task; the main thread is 0.
    private(set) var lanes: [UInt?] = []
    private(set) var parts: [Part] = []

    /// The beginning, or 0 if nobody called `begin()`.
    let start: UInt64

    /// The nanoseconds from the beginning to the end.
    public let durationInNanoseconds: UInt64

    /// The number of constructions beyond the first 100,000, which the timeline doesn't keep.
    public let omittedCount: Int

    /// The constructions, in the order in which they began.
    public var constructions: [Construction] { entries.filter { !$0.event.isWait } }

    init(_ events: [TraceEvent], from start: UInt64, to end: UInt64, omitting omittedCount: Int) {
        entries = events.sorted { $0.id < $1.id }.map { Construction($0) }
        self.start = min(start, entries.first?.start ?? start)
        durationInNanoseconds = entries.map(\.end).reduce(end, max) - self.start
        self.omittedCount = omittedCount
        var indices: [UInt64: Int] = [:]
        var open: [[Int]] = []
        // Up to where the parts of each entry, or a dependency, are known.
        var ends = entries.map(\.start)
        func addPart(of index: Int, to end: UInt64) {
            if end > ends[index] { parts.append((index, ends[index], end)) }
        }
        for (index, entry) in entries.enumerated() {
            indices[entry.event.id] = index
            entries[index].parent = entry.event.parentID.flatMap { indices[$0] }
            if let parent = entries[index].parent {
                addPart(of: parent, to: min(entry.start, entries[parent].end))
                ends[parent] = max(ends[parent], entry.end)
            }
            place(index, below: &open)
        }
        entries.indices.forEach { addPart(of: $0, to: entries[$0].end) }
        parts.forEach { entries[$0.entry].ownNanoseconds += $0.to - $0.from }
        for (index, entry) in entries.enumerated() {
            let waiting = entry.event.isWait ? entry.ownNanoseconds : entry.waiting
            entries[index].ownNanoseconds -= min(waiting, entry.ownNanoseconds)
        }
    }

    /// Finds a lane: that of the construction around an entry, unless this ran beside others; that of the thread; or that
    /// of a task that does nothing else.
    ///
    /// - Parameters:
    ///   - index: The index of the entry.
    ///   - open: The entries of each lane that hadn't ended when the last one began.
    private mutating func place(_ index: Int, below open: inout [[Int]]) {
        let (entry, event) = (entries[index], entries[index].event)
        func isFree(_ lane: Int, below parent: Int?) -> Bool {
            open[lane].removeAll { entries[$0].end <= entry.start }
            return open[lane].last == parent
        }
        let thread = event.isAwaited ? nil : event.isOnMainThread ? 0 : event.thread
        let outer = entry.parent.map { entries[$0] }
        var lane = outer.flatMap { isFree($0.lane, below: entry.parent) && entry.end <= $0.end ? $0.lane : nil }
        lane = lane ?? lanes.indices.first { lanes[$0] == thread && (isFree($0, below: nil) || thread != nil) }
        if lane == nil {
            lanes.append(thread)
            open.append([])
        }
        let found = lane ?? lanes.count - 1
        (entries[index].lane, entries[index].level) = (found, open[found].count)
        open[found].append(index)
    }
}

/// Collects the events of a timeline.
final class Recording: Sendable {
    private let state = Guarded((events: [] as [TraceEvent], omitted: 0, start: 0 as UInt64))

    init() {
        let start = Trace.setHandler({ self.add($0) }, for: ObjectIdentifier(self))
        state.withLock { $0.start = start }
    }

    deinit { state.free() }

    private func add(_ event: TraceEvent) {
        guard event.isWait || event.bindingLocation != nil else { return }
        state.withLock { state in
            let isFull = state.events.count == 100_000
            isFull ? state.omitted += 1 : state.events.append(event)
        }
    }

    @discardableResult
    func stop() -> UInt64 { Trace.setHandler(nil, for: ObjectIdentifier(self)) }

    func end() -> Timeline {
        let end = stop()
        let (events, omitted, start) = state.withLock { $0 }
        return Timeline(events, from: start, to: end, omitting: omitted)
    }
}
