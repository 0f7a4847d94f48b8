public import LatchkeyRules

/// The identity for which data is read or written.
public enum Requester: Sendable {
    /// Rules do not apply: a trusted server, a service account or the operator.
    case administrator
    /// Rules apply, with this value as `auth`; `.null` for clients that are not signed in.
    case user(AuthValue)

    /// A client that is not signed in.
    public static var nobody: Requester { .user(.null) }
}
