// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWire

/// `accounts:update` of an emulator, where holders of accounts may change what only administrators change elsewhere: second factors, the
/// time before which tokens are void, and identities at providers.
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
        var further = UpdateRequest()
        further.mfa = ask.mfa
        further.linkProviderUserInfo = ask.linkProviderUserInfo
        // Google's emulator ignores the value and takes the present time.
        if ask.validSince != nil { further.validSince = String(administrators.now().secondsSince1970) }
        guard ask.oobCode.unlessEmpty == nil, further != UpdateRequest() else { return try await call.answer(ask, from: caller) }
        if let linked = ask.linkProviderUserInfo { try linked.requireIdentity() }
        var reply = try await call.answer(ask, from: caller)
        further.localId = reply.localId
        let changed = try await administrators.answer(further, from: AdminCaller(caller: caller, actor: "emulator"))
        reply.providerUserInfo = changed.providerUserInfo
        return reply
    }
}
