// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree

extension DatabaseReference {
    /// Replaces what is here, and waits until the server has taken it.
    ///
    /// - Throws: an error of ``DatabaseErrorDomain``.
    @discardableResult
    public func setValue(_ value: Any?) async throws -> DatabaseReference {
        try await answer { set(value, priority: nil, report: $0) }
    }

    @discardableResult
    public func setValue(_ value: Any?, andPriority priority: Any?) async throws -> DatabaseReference {
        try await answer { set(value, priority: .some(priority), report: $0) }
    }

    @discardableResult
    public func removeValue() async throws -> DatabaseReference {
        try await answer { set(nil, priority: nil, report: $0) }
    }

    @discardableResult
    public func setPriority(_ priority: Any?) async throws -> DatabaseReference {
        try await answer { write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: $0) }
    }

    @discardableResult
    public func updateChildValues(_ values: [AnyHashable: Any]) async throws -> DatabaseReference {
        try await answer { write({ try Self.update(values, at: $0) }, report: $0) }
    }

    private func answer(_ begin: (@escaping Repo.Completion) -> Void) async throws -> DatabaseReference {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            begin { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
        return self
    }
}
