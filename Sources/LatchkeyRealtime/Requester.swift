public import LatchkeyRules

/// On whose behalf something is read or written.
public enum Requester: Sendable {
    /// The rules do not hold: a server's own program, a service account, the operator.
    case administrator
    /// The rules decide, with this as `auth`; `.null` for nobody.
    case user(AuthValue)

    public static var nobody: Requester { .user(.null) }
}
