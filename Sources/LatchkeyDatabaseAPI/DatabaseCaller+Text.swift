import Foundation
import LatchkeyRealtime
import LatchkeyRules

extension DatabaseCaller {
    /// The value of `auth` in rules. Administrators bypass the rules, but their token may carry a value.
    var auth: AuthValue {
        if case .user(let auth) = requester { auth } else { administratorsAuth }
    }

    /// The response to authentication over a socket, as JSON: the value of `auth` in rules, and the expiration time in seconds since 1970.
    var socketDescription: String {
        let expires = expiresAt.map { ",\"expires\":\(Int64($0.timeIntervalSince1970.rounded(.down)))" } ?? ""
        return "{\"auth\":\(auth.json)\(expires)}"
    }
}
