import Wormer

// Services that a test must not use.

extension Container {
    /// Makes each read of a service an issue of the test that is running, and then ends the process.
    ///
    /// Use it in an override or in an isolated test, for a service that the code under test must not use:
    ///
    /// ```swift
    /// Container.mock {
    ///     $0.unimplemented(\.logger)
    /// } then: {
    ///     runWithMockLogger()
    /// }
    /// ```
    ///
    /// The issue names the service and the places of its declaration and of this call. Tests that are linked with
    /// `WormerTesting` record it; elsewhere the process ends with the same text. Assigning to the property, or
    /// unassigning it, removes the stand-in.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Precondition: The property is a `@Service`, and was compiled by Swift 6.3 or newer. With an older compiler,
    ///   pass a placeholder. Otherwise the process ends with a text that says so.
    public func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        unimplemented(property, nil, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Makes each read of a service an issue of the test that is running, and answers it with a placeholder.
    ///
    /// Use it where a test is to go on after the issue, or in a preview. Without a running test, the text of the issue
    /// is printed for each read.
    ///
    /// ```swift
    /// Container.mock {
    ///     $0.unimplemented(\.logger, placeholder: MockLogger())
    /// } then: {
    ///     runWithMockLogger()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - placeholder: The value to go on with.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Precondition: The property is a `@Service`. Otherwise the process ends with a text that says so.
    public func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        placeholder: Service,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        unimplemented(property, { placeholder }, at: location)
    }

    /// Makes each read of a service of the main container an issue of the test that is running, and then ends the
    /// process.
    ///
    /// See the form for one container.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Precondition: The same as for the form on one container.
    public static func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.unimplemented(property, fileID: fileID, line: line)
    }

    /// Makes each read of a service of the main container an issue of the test that is running, and answers it with a
    /// placeholder.
    ///
    /// See the form for one container.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - placeholder: The value to go on with.
    ///   - fileID: The file of the call, which errors show.
    ///   - line: The line of the call, which errors show.
    /// - Precondition: The property is a `@Service`. Otherwise the process ends with a text that says so.
    public static func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        placeholder: Service,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        main.unimplemented(property, placeholder: placeholder, fileID: fileID, line: line)
    }

    private func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        _ placeholder: (() -> Service)?,
        at location: CodeLocation
    ) {
        let standIn = placeholder.map { $0() }
        guard let declaration = ServiceProbe.declaration(of: property, in: self, standIn: standIn) else {
            let isFindable = placeholder != nil || DeclaredService.areRecorded
            endProcess(with: UnknownService(type: Service.self, isFindable: isFindable), at: location)
        }
        injector.assignUnimplemented(to: declaration, placeholder: placeholder, at: location)
    }
}

/// A key path does not lead to a service.
private struct UnknownService: Error, CustomStringConvertible {
    let type: Any.Type

    /// Whether a service would have been found.
    let isFindable: Bool

    var description: String {
        let reason =
            isFindable
            ? "it is not declared with '@Service'."
            : "with this compiler, its '@Service' is found by a placeholder only."
        return "Cannot make a property of the type \(type) unimplemented: \(reason)"
    }
}
