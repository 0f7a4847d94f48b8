/// Whose a write is: it goes to the server as theirs, or not at all.
struct WriteOwner: Sendable, Equatable {
    /// Nil for nobody.
    var uid: String?
    /// Whether it was made by an earlier run of the app, where its owner need not have signed in yet.
    var isOfEarlierRun = false

    static let nobody = WriteOwner(uid: nil)
}
