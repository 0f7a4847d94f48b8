import LatchkeyIdentity

/// An error for a store that violates the contract.
package struct ContractViolation: Error, CustomStringConvertible {
    /// The violation.
    package let finding: String
    /// The file of the failed check, as in `#fileID`.
    package let file: String
    /// The line of the failed check.
    package let line: Int

    /// The file, the line and the violation.
    package var description: String { "\(file):\(line): \(finding)" }
}

func expect(_ condition: Bool, _ claim: String, file: String = #fileID, line: Int = #line) throws {
    guard !condition else { return }
    throw ContractViolation(finding: "not so: \(claim)", file: file, line: line)
}

func expect<T: Equatable>(_ found: T, is expected: T, file: String = #fileID, line: Int = #line) throws {
    guard found != expected else { return }
    throw ContractViolation(finding: "found \(found), expected \(expected)", file: file, line: line)
}

/// - Returns: The value.
@discardableResult
func expectSome<T>(_ found: T?, file: String = #fileID, line: Int = #line) throws -> T {
    guard let found else { throw ContractViolation(finding: "found nothing, expected a \(T.self)", file: file, line: line) }
    return found
}

func expectConflict(
    _ subject: StoreConflict.Subject, file: String = #fileID, line: Int = #line, from body: () async throws -> Void
) async throws {
    do {
        try await body()
    } catch let conflict as StoreConflict {
        guard conflict.subject != subject else { return }
        let finding = "conflict over \(conflict.subject) (\(conflict.detail ?? "")), expected one over \(subject)"
        throw ContractViolation(finding: finding, file: file, line: line)
    }
    throw ContractViolation(finding: "no conflict, expected one over \(subject)", file: file, line: line)
}

/// Runs a number of calls concurrently.
///
/// - Returns: The results, in the order of the call numbers.
func concurrently<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> T) async throws -> [T] {
    try await withThrowingTaskGroup(of: (Int, T).self) { group in
        for number in 0..<count { group.addTask { (number, try await body(number)) } }
        var results: [(Int, T)] = []
        for try await result in group { results.append(result) }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
}
