/// The event that a visitor is within a distance of a beacon.
struct ProximityEvent {
    let time: String
    let beacon: String
    let metres: Double
}

extension ProximityEvent {
    /// The error of a line that is not an event.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads `time beacon distance`, separated by white space.
    init(line: Substring) throws(Malformed) {
        let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard fields.count == 3 else {
            throw Malformed(description: "expected 3 fields (time, beacon, distance), found \(fields.count)")
        }
        guard let metres = Double(fields[2]), metres >= 0, metres.isFinite else {
            throw Malformed(description: "'\(fields[2])' is no distance")
        }
        self.init(time: fields[0], beacon: fields[1], metres: metres)
    }
}
