/// The pending credentials of recent conflicts, by email address.
///
/// A pending credential proves control of the email address if its provider vouches for the address. If it is sent along when the app
/// requests the sign-in methods of that address, the server returns them despite enumeration protection.
struct ConflictMemory: Sendable {
    /// The maximum number of entries, more than a user encounters at a time.
    static let maxCount = 8

    private var entries: [(email: String, pendingToken: String)] = []

    mutating func remember(_ pendingToken: String, email: String) {
        let email = email.lowercased()
        entries.removeAll { $0.email == email }
        entries.append((email, pendingToken))
        if entries.count > Self.maxCount { entries.removeFirst() }
    }

    func pendingToken(for email: String) -> String? {
        let email = email.lowercased()
        return entries.last { $0.email == email }?.pendingToken
    }

    mutating func forget(pendingToken: String) {
        entries.removeAll { $0.pendingToken == pendingToken }
    }

    mutating func forgetAll() { entries = [] }
}
