import Foundation
package import LatchkeyIdentity
import LatchkeyWire

extension WebhookQueue {
    /// The queue of users in the form of the administrators' API, without their password hashes.
    package static let ofUsers = WebhookQueue { account, view in
        var user = UserInfo(account, factors: try view.secondFactors(of: account.id, in: account.realm))
        (user.passwordHash, user.salt, user.version) = (nil, nil, nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(user), as: UTF8.self)
    }
}
