extension SecurityRules {
    /// The rules of a new project: signed-in users may read and write the data below `/users` at their own uid, and nothing else.
    public static let ownUsersOnly: SecurityRules = {
        let text = """
            {
              "rules": {
                "users": {
                  "$uid": {
                    // Users can read and write their own data only. Users of tenants have no access: their uids may be the same.
                    ".read": "auth !== null && auth.uid === $uid && auth.token.firebase.tenant === null",
                    ".write": "auth !== null && auth.uid === $uid && auth.token.firebase.tenant === null"
                  }
                }
              }
            }
            """
        do { return try SecurityRules(text) } catch { preconditionFailure("The rules of a new project are wrong: \(error)") }
    }()
}
