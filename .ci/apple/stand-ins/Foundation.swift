public struct Data: Sequence, Sendable {
    public init(_ bytes: some Sequence<UInt8>) {}
    public func makeIterator() -> AnyIterator<UInt8> { fatalError() }
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
