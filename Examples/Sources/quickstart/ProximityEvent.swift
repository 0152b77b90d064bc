/// That a visitor came within some distance of a beacon.
struct ProximityEvent {
    let time: String
    let beacon: String
    let metres: Double
}

extension ProximityEvent {
    /// Why a line of an event file is no event.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Reads `time beacon distance`, separated by blanks.
    init(line: String) throws(Malformed) {
        let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard fields.count == 3 else {
            throw Malformed(description: "expected a time, a beacon and a distance, found \(fields.count) fields")
        }
        guard let metres = Double(fields[2]), metres >= 0 else {
            throw Malformed(description: "'\(fields[2])' is no distance")
        }
        self.init(time: fields[0], beacon: fields[1], metres: metres)
    }
}
