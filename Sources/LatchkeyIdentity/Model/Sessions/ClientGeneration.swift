/// The generation of Firebase's client interfaces that a client uses. It determines the form of new uids and the length of sessions,
/// but no permissions.
public enum ClientGeneration: String, Sendable, CaseIterable {
    /// Firebase Simple Login and Firebase 2.x, 2013 to 2016.
    case legacy
    /// FirebaseAuth, since 2016.
    case current
}
