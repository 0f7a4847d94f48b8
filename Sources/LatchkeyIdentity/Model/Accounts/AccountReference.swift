/// An account by its UID and its realm.
public struct AccountReference: Sendable, Hashable {
    /// The UID.
    public let id: AccountID
    /// The project and the tenant.
    public let realm: Realm

    /// Creates a reference.
    public init(_ id: AccountID, in realm: Realm) {
        self.id = id
        self.realm = realm
    }
}
