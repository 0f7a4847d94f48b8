/// The user that made a write. The write is only sent as this user.
struct WriteOwner: Sendable, Equatable {
    /// The user ID; `nil` if no user was signed in.
    var uid: String?
    /// Whether the write was made in an earlier run of the app, so that its user may not have signed in yet.
    var isOfEarlierRun = false
}
