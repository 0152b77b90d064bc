// The properties that keep instances of an override, which belong to no injector.

extension Override {
    /// Notes that a property keeps an instance of this override, unless the override is over.
    ///
    /// Properties that were created in this override keep theirs even then.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - remembered: The override in which the property was created.
    ///   - forget: Makes the property forget the instance.
    /// - Returns: Whether the property may keep the instance.
    package func note(
        _ property: ObjectIdentifier,
        remembering remembered: RememberedOverride?,
        forgetting forget: @escaping @Sendable () -> Void
    ) -> Bool {
        let isOwn = remembered?.existing === self
        return state.withLock { state in
            guard isOwn || !state.isOver else { return false }
            state.properties[property] = (isOwn, forget)
            return true
        }
    }

    /// Forgets a property that does not exist any more.
    package func forget(_ property: ObjectIdentifier) {
        state.withLock { $0.properties[property] = nil }
    }

    /// Makes properties forget their instances of this override.
    ///
    /// - Parameter withOwn: Whether those that were created in this override forget theirs, too, because some have ended.
    func forgetInstancesOfProperties(withOwn: Bool) {
        let taken = state.withLock { state in
            let taken = state.properties.filter { withOwn || !$0.value.isOwn }
            taken.keys.forEach { state.properties[$0] = nil }
            return taken
        }
        taken.values.forEach { $0.forget() }
    }
}
