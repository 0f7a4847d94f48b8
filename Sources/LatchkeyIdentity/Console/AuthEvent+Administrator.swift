extension AuthEvent {
    private static let console = "console/"

    /// Returns the value of ``actor`` for a console administrator.
    package static func actor(administrator id: AccountID) -> String { console + id.rawValue }

    /// Returns the administrator that an actor denotes; `nil` for other actors.
    package static func administrator(of actor: String) -> AccountID? {
        actor.hasPrefix(console) ? AccountID(rawValue: String(actor.dropFirst(console.count))) : nil
    }
}
