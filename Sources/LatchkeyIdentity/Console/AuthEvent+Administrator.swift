extension AuthEvent {
    private static let console = "console/"

    /// What stands in ``actor`` for an administrator at the console.
    public static func actor(administrator id: AccountID) -> String { console + id.rawValue }

    /// The administrator of whom an actor speaks; `nil` where it was somebody else.
    public static func administrator(of actor: String) -> AccountID? {
        actor.hasPrefix(console) ? AccountID(rawValue: String(actor.dropFirst(console.count))) : nil
    }
}
