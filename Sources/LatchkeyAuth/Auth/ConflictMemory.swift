/// What the last conflicts left on the server: pending credentials by address.
///
/// A pending credential whose provider vouches for the address proves control of it. Sent along when the app then asks for the
/// ways into that address' account, it gets a true answer although enumeration protection is on.
struct ConflictMemory: Sendable {
    /// More conflicts than a person meets at one time.
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
