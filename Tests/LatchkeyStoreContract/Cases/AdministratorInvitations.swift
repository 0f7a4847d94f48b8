import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let administratorInvitations: [Case] = [
        Case("invitations are stored as they were, and listed by their end") { store in
            let first = AdministratorInvitation.sample("first", to: nil, expiresAt: start.later(30))
            let other = AdministratorInvitation.sample("other", to: "ada@example.org", as: .viewer, expiresAt: start.later(20))
            try await store.write { transaction in
                try transaction.insert(first)
                try transaction.insert(other)
            }
            try await store.read { view in
                try expect(try view.invitations(), is: [other, first])
                try expect(try view.invitation(first.id), is: first)
                try expect(try view.invitation(Fingerprint(of: "unknown")), is: nil)
            }
        },
        Case("an invitation is taken once, before its end") { store in
            let invitation = AdministratorInvitation.sample("secret", to: "ada@example.org", expiresAt: start.later(20))
            try await store.once { try $0.insert(invitation) }
            try await store.write { transaction in
                try expect(try transaction.takeInvitation(invitation.id, at: start.later(20)), is: nil)
                try expect(try transaction.takeInvitation(invitation.id, at: start.later(19)), is: invitation)
                try expect(try transaction.takeInvitation(invitation.id, at: start), is: nil)
            }
        },
        Case("one invitation belongs to an address, and a secret to one invitation") { store in
            try await store.once { try $0.insert(AdministratorInvitation.sample("secret", to: "ada@example.org")) }
            for (secret, address) in [("other", "ada@example.org"), ("secret", "eve@example.org")] {
                try await expectConflict(.other) {
                    try await store.once { try $0.insert(AdministratorInvitation.sample(secret, to: address)) }
                }
            }
        },
        Case("an invitation can be removed, before and after its end") { store in
            let (one, other) = (AdministratorInvitation.sample("one", to: "a@example.org"), AdministratorInvitation.sample("two", to: nil))
            try await store.write { transaction in
                try transaction.insert(one)
                try transaction.insert(other)
                try transaction.removeInvitation(one.id)
                try transaction.removeInvitation(one.id)
                try expect(try transaction.invitations(), is: [other])
            }
        },
        Case("expired invitations are removed") { store in
            try await store.write { transaction in
                for (name, milliseconds) in [("over", 9), ("ending", 10), ("open", 11)] {
                    try transaction.insert(
                        AdministratorInvitation.sample(name, to: "\(name)@example.org", expiresAt: start.later(milliseconds)))
                }
                try transaction.removeExpired(at: start.later(10))
                try expect(try transaction.invitations().map(\.email?.text), is: ["open@example.org"])
            }
        },
    ]
}

extension AdministratorInvitation {
    fileprivate static func sample(
        _ secret: String, to address: String?, as role: ConsoleRole = .owner, expiresAt: Date = start.later(3_600_000)
    ) -> AdministratorInvitation {
        AdministratorInvitation(
            id: Fingerprint(of: secret), email: address.flatMap(EmailAddress.init), role: role, inviter: address == nil ? nil : "inviter",
            createdAt: start, expiresAt: expiresAt)
    }
}
