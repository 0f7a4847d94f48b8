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
    static let words = UpdateEndpoint.words
    static let version3Name = UpdateEndpoint.version3Name

    let call: UpdateEndpoint
    let store: any AccountStore
    let administrators: UpdateAccountEndpoint
    let withdrawnFactors: WithdrawnFactors

    static func tenant(of input: UpdateRequest) -> String? { UpdateEndpoint.tenant(of: input) }

    func respond(to received: UpdateRequest, from caller: Caller) async throws -> UpdateReply {
        let input = received.withAnyPasskeyIDs
        var reply = try await call.respond(to: input, from: caller)
        if !input.oobCode.isMissing { return try await described(reply, caller) }
        reply.newEmail = try input.email.map { try EmailAddress.required($0).text }
        var further = UpdateRequest()
        further.mfa = input.mfa
        further.linkProviderUserInfo = input.linkProviderUserInfo
        guard further != UpdateRequest() else { return try await described(reply, caller) }
        further.localId = reply.localId
        let changed = try await administrators.respond(to: further, from: AdminCaller(caller: caller, actor: "emulator"))
        if input.mfa != nil, let id = reply.localId { withdrawnFactors.forget(AccountID(rawValue: id), in: caller.realm) }
        reply.providerUserInfo = changed.providerUserInfo
        return try await described(reply, caller)
    }

    /// Adds the account data that Google's emulator also returns to clients.
    private func described(_ reply: UpdateReply, _ caller: Caller) async throws -> UpdateReply {
        guard let id = reply.localId.map(AccountID.init(rawValue:)),
            let account = try await store.read({ try $0.account(id, in: caller.realm) })
        else { return reply }
        var reply = reply
        reply.displayName = account.displayName
        reply.photoUrl = account.photoURL
        reply.providerUserInfo = ProviderUserInfo.all(of: account) ?? []
        reply.passwordHash = account.password.flatMap(InsecureFakeHash.text(of:))
        return reply
    }
}

extension UpdateRequest {
    /// The request with each passkey ID in both encodings, because the IDs of a test program's made-up passkeys can be any text.
    var withAnyPasskeyIDs: UpdateRequest {
        var request = self
        request.deletePasskey = deletePasskey.map { names in
            names.flatMap { (Base64URL.decode($0) == nil ? [] : [$0]) + [Base64URL.encode($0.utf8)] }
        }
        return request
    }
}
