// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWire

/// `accounts:update` of an emulator, where account holders may change what only administrators change elsewhere: second factors and
/// identities at providers.
struct EmulatedUpdateEndpoint: Endpoint {
    static let name = UpdateEndpoint.name
    static let legacyName = UpdateEndpoint.legacyName

    let call: UpdateEndpoint
    let store: any AccountStore
    let administrators: UpdateAccountEndpoint

    static func tenant(of ask: UpdateRequest) -> String? { UpdateEndpoint.tenant(of: ask) }

    func answer(_ asked: UpdateRequest, from caller: Caller) async throws -> UpdateReply {
        var ask = asked
        // Ids of passkeys that a test program made up are any text.
        ask.deletePasskey = asked.deletePasskey.map { names in
            names.flatMap { (Base64URL.decode($0) == nil ? [] : [$0]) + [Base64URL.encode($0.utf8)] }
        }
        var reply = try await call.answer(ask, from: caller)
        if !ask.oobCode.isMissing { return try await described(reply, caller) }
        var further = UpdateRequest()
        further.mfa = ask.mfa
        further.linkProviderUserInfo = ask.linkProviderUserInfo
        guard further != UpdateRequest() else { return reply }
        further.localId = reply.localId
        let changed = try await administrators.answer(further, from: AdminCaller(caller: caller, actor: "emulator"))
        reply.providerUserInfo = changed.providerUserInfo
        return reply
    }

    /// The answer to a code contains as much about the account as every other answer.
    private func described(_ answer: UpdateReply, _ caller: Caller) async throws -> UpdateReply {
        guard let id = answer.localId.map(AccountID.init(rawValue:)),
            let account = try await store.read({ try $0.account(id, in: caller.realm) })
        else { return answer }
        var answer = answer
        answer.displayName = account.displayName
        answer.photoUrl = account.photoURL
        answer.providerUserInfo = ProviderUserInfo.all(of: account)
        answer.passwordHash = account.password == nil ? nil : UserInfo.redactedHash
        return answer
    }
}
