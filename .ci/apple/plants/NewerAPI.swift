// Declarations that no system has in its minimum version. Each comment behind a line is part of the error there.

func passed(_ call: @escaping @isolated(any) () -> Void) -> [Any] {
    [call]  // runtime support for '@isolated(any)' function types is only available in
}

func product(_ factor: Int) -> Any {
    Int128(factor) * Int128(factor)  // 'Int128' is only available in
}

func run(_ body: @Sendable () async -> Void) async {
    await withTaskExecutorPreference(nil) { await body() }  // 'withTaskExecutorPreference(_:isolation:operation:)' is
}
