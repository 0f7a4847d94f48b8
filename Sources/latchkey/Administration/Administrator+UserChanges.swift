import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// A new account.
struct NewUser: Codable, Sendable {
    var uid: String?
    var email: String?
    var emailVerified: Bool?
    var password: TransitSecret?
    var phoneNumber: String?
    var displayName: String?
}

/// A change to an account; absent values stay.
struct UserChange: Codable, Sendable {
    var disabled: Bool?
    var password: TransitSecret?
    /// A JSON object; empty text removes all claims.
    var customClaims: String?
    /// Whether all sessions end.
    var signOut: Bool?
}

extension Administrator {
    func addUserChanges(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/users"
        routes.on(.post, path) { (call, user: NewUser) in try await create(user, in: call.realm) }
        routes.on(.patch, path + "/:user") { (call, change: UserChange) in try await apply(change, to: call["user"], in: call.realm) }
    }

    private func create(_ user: NewUser, in realm: RealmName) async throws -> UserDescription {
        var draft = AccountDraft()
        draft.id = user.uid.map(AccountID.init(rawValue:))
        draft.email = try user.email.map { text in
            guard let email = EmailAddress(text) else { throw AdminError("\(text) is not an e-mail address.") }
            return email
        }
        draft.phoneNumber = try user.phoneNumber.map { text in
            guard let number = PhoneNumber(text) else { throw AdminError("\(text) is not a phone number in the form +491701234567.") }
            return number
        }
        draft.emailVerified = user.emailVerified ?? false
        draft.password = user.password?.value
        draft.displayName = user.displayName
        if draft.password != nil, draft.email == nil { throw AdminError("A password requires an e-mail address.") }
        let caller = try await store.read { try $0.caller(in: realm) }
        return try await explained {
            UserDescription(try await administration.accounts.create(draft, by: caller, actor: ActAuthor.command.actor))
        }
    }

    private func apply(_ change: UserChange, to who: String, in realm: RealmName) async throws -> UserDescription {
        let (account, caller) = try await requireAccount(who, in: realm)
        if change.password != nil, account.email == nil {
            throw AdminError("\(who) has no e-mail address, and so cannot sign in with a password.")
        }
        var revision = AccountRevision()
        revision.disabled = change.disabled
        revision.password = change.password?.value
        revision.customClaims = change.customClaims
        // A new password ends the sessions that began with the previous one.
        if change.signOut == true || change.password != nil { revision.validSince = administration.accounts.instant }
        return try await explained {
            UserDescription(
                try await administration.accounts.update(account.id, revision, by: caller, actor: ActAuthor.command.actor))
        }
    }

    /// Explains the codes of refused changes for the operator.
    private func explained(_ body: () async throws -> UserDescription) async throws -> UserDescription {
        do {
            return try await body()
        } catch let error as SignInError {
            let texts: [SignInError.Code: String] = [
                .duplicateLocalID: "An account with this UID exists.", .emailExists: "An account with this e-mail address exists.",
                .phoneNumberExists: "An account with this phone number exists.", .userNotFound: "The account was deleted meanwhile.",
                .weakPassword: "The password needs at least six characters, and at most 4096 bytes.",
            ]
            if error.code == .duplicateLocalID, let message = error.message { throw AdminError(message) }
            throw AdminError(texts[error.code] ?? [error.code.rawValue, error.message].compactMap(\.self).joined(separator: ": "))
        }
    }
}
