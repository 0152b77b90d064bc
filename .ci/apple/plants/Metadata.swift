// A call for metadata that the minimum versions lack, in a function that the compiler allows to make it.

@inline(never)
func listed<Value>(_ value: Value) -> [Value] { [value] }

@available(iOS 18, *)
public func listed(_ call: @escaping @isolated(any) () -> Void) -> Any {
    listed(call) as [@isolated(any) () -> Void]
}
