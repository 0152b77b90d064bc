import Wormer

// Services that a test must not use.

extension Container {
    /// Makes each read of a service record a test issue and end the process.
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
    /// The issue names the service, and the lines of its declaration and of this call. It's recorded in tests that link
    /// `WormerTesting`; in any case, the process ends with the same message. To undo this, assign to the property or
    /// call `unassign(_:)`.
    ///
    /// - Parameters:
    ///   - property: The service's property.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The property is a `@Service`. Otherwise the process ends with a message.
    public func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        unimplemented(property, nil, at: CodeLocation(fileID: fileID, line: line, facade: .container))
    }

    /// Makes each read of a service record a test issue and return a placeholder.
    ///
    /// Use it in a preview, or to let a test continue after the issue. Without a running test, each read prints the
    /// message of the issue.
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
    ///   - placeholder: The value that each read returns.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The property is a `@Service`. Otherwise the process ends with a message.
    public func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        placeholder: Service,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .container)
        unimplemented(property, { placeholder }, at: location)
    }

    private func unimplemented<Service>(
        _ property: KeyPath<Container, Service>,
        _ placeholder: (() -> Service)?,
        at location: CodeLocation
    ) {
        guard let key = DeclaredService.at(property)?.key else {
            let text = "Cannot make this property of the type \(Service.self) unimplemented: "
            endProcess(with: Report(text + "it is not declared with '@Service' or '@Provides'."), at: location)
        }
        injector.assignUnimplemented(key, placeholder: placeholder, at: location)
    }
}
