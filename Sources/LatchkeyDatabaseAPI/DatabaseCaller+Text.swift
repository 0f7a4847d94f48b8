import Foundation
import LatchkeyRealtime
import LatchkeyRules

extension DatabaseCaller {
    /// What `auth` is in rules. An administrator, of whom no rule is asked, may have brought one all the same.
    var auth: AuthValue {
        if case .user(let auth) = requester { auth } else { administratorsAuth }
    }

    /// What a client is answered that shows a credential over its socket, as JSON: who it is for the rules, and when that ends, in seconds
    /// since 1970.
    var socketDescription: String {
        let expires = expiresAt.map { ",\"expires\":\(Int64($0.timeIntervalSince1970.rounded(.down)))" } ?? ""
        return "{\"auth\":\(auth.json)\(expires)}"
    }
}
