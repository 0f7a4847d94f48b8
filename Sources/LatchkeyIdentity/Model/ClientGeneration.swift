/// Which of Firebase's interfaces a client speaks. It decides about the form of new uids and the length of sessions, and about nothing
/// that anybody may do.
public enum ClientGeneration: String, Sendable, CaseIterable {
    /// Firebase Simple Login and Firebase 2.x, 2013 to 2016.
    case legacy
    /// FirebaseAuth, since 2016.
    case current
}
