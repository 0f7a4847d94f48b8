import LatchkeyTree

extension DatabaseReference {
    /// Replaces what is here, and waits until the server has taken it: without a connection until there is one. Where the task is
    /// cancelled the waiting ends, and the write goes on.
    ///
    /// - Throws: an error of ``DatabaseErrorDomain``, or `CancellationError`.
    @discardableResult
    public func setValue(_ value: Any?) async throws -> DatabaseReference {
        try await written { set(value, priority: nil, report: $0) }
    }

    @discardableResult
    public func setValue(_ value: Any?, andPriority priority: Any?) async throws -> DatabaseReference {
        try await written { set(value, priority: .some(priority), report: $0) }
    }

    @discardableResult
    public func removeValue() async throws -> DatabaseReference {
        try await written { set(nil, priority: nil, report: $0) }
    }

    @discardableResult
    public func setPriority(_ priority: Any?) async throws -> DatabaseReference {
        try await written { write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: $0) }
    }

    @discardableResult
    public func updateChildValues(_ values: [AnyHashable: Any]) async throws -> DatabaseReference {
        try await written { write({ try Self.update(values, at: $0) }, report: $0) }
    }

    private func written(_ begin: (@escaping Repo.Completion) -> Void) async throws -> DatabaseReference {
        try await answer { done in
            begin { [self] error in done(error.map { .failure($0) } ?? .success(self)) }
        }
    }
}
