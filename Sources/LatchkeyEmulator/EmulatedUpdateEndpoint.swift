import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts:update` of an emulator. Account holders may also change their second factors and provider identities, which only
/// administrators may change on a real server.
struct EmulatedUpdateEndpoint: Endpoint {
    static let name = UpdateEndpoint.name
    static let legacyName = UpdateEndpoint.legacyName

    let call: UpdateEndpoint
    let store: any AccountStore
    let administrators: UpdateAccountEndpoint

    static func tenant(of ask: UpdateRequest) -> String? { UpdateEndpoint.tenant(of: ask) }

    func answer(_ asked: UpdateRequest, from caller: Caller) async throws -> UpdateReply {
        var ask = asked
        // The IDs of a test program's made-up passkeys can be any text.
        ask.deletePasskey = asked.deletePasskey.map { names in
            names.flatMap { (Base64URL.decode($0) == nil ? [] : [$0]) + [Base64URL.encode($0.utf8)] }
        }
        var reply = try await call.answer(ask, from: caller)
        if !ask.oobCode.isMissing { return try await described(reply, caller) }
        reply.newEmail = try ask.email.map { try EmailAddress.required($0).text }
        var further = UpdateRequest()
        further.mfa = ask.mfa
        further.linkProviderUserInfo = ask.linkProviderUserInfo
        guard further != UpdateRequest() else { return try await described(reply, caller) }
        further.localId = reply.localId
        let changed = try await administrators.answer(further, from: AdminCaller(caller: caller, actor: "emulator"))
        reply.providerUserInfo = changed.providerUserInfo
        return try await described(reply, caller)
    }

    /// Adds the account data that Google's emulator also returns to clients.
    private func described(_ answer: UpdateReply, _ caller: Caller) async throws -> UpdateReply {
        guard let id = answer.localId.map(AccountID.init(rawValue:)),
            let account = try await store.read({ try $0.account(id, in: caller.realm) })
        else { return answer }
        var answer = answer
        answer.displayName = account.displayName
        answer.photoUrl = account.photoURL
        answer.providerUserInfo = ProviderUserInfo.all(of: account) ?? []
        answer.passwordHash = account.password.flatMap(InsecureFakeHash.text(of:))
        return answer
    }
}
