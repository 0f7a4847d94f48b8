import LatchkeyTree

extension DatabaseReference {
    /// Replaces the data at this location, and waits until the server has confirmed the write. Without a connection it waits for one. If
    /// the task is canceled, the waiting ends, but the write continues.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain``, or `CancellationError`.
    @discardableResult
    public func setValue(_ value: Any?) async throws -> DatabaseReference {
        try await written { set(value, priority: nil, report: $0) }
    }

    /// Replaces the data and the priority at this location, and waits for the server like `setValue(_:)`.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain``, or `CancellationError`.
    @discardableResult
    public func setValue(_ value: Any?, andPriority priority: Any?) async throws -> DatabaseReference {
        try await written { set(value, priority: .some(priority), report: $0) }
    }

    /// Removes the data at this location, and waits for the server like `setValue(_:)`.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain``, or `CancellationError`.
    @discardableResult
    public func removeValue() async throws -> DatabaseReference {
        try await written { set(nil, priority: nil, report: $0) }
    }

    /// Changes the priority of the data at this location, and waits for the server like `setValue(_:)`.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain``, or `CancellationError`.
    @discardableResult
    public func setPriority(_ priority: Any?) async throws -> DatabaseReference {
        try await written { write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: $0) }
    }

    /// Replaces several locations below this one atomically, and waits for the server like `setValue(_:)`.
    ///
    /// - Throws: An error of ``DatabaseErrorDomain``, or `CancellationError`.
    @discardableResult
    public func updateChildValues(_ values: [AnyHashable: Any]) async throws -> DatabaseReference {
        try await written { write({ try Self.update(values, at: $0) }, report: $0) }
    }

    private func written(_ begin: (@escaping Repo.Completion) -> Void) async throws -> DatabaseReference {
        try await reply { done in
            begin { [self] error in done(error.map { .failure($0) } ?? .success(self)) }
        }
    }
}
