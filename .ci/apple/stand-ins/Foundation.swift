public struct Data: RandomAccessCollection, Sendable {
    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }
    public subscript(position: Int) -> UInt8 { fatalError() }
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 {}
}

open class JSONDecoder {
    public init() {}
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

open class JSONEncoder {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        @available(macOS 10.13, iOS 11.0, watchOS 4.0, tvOS 11.0, *)
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
    }

    open var outputFormatting: OutputFormatting = []
    public init() {}
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}
