import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `POST projects/{project}/accounts` of an emulator: with an ID token, it changes the token's account instead of creating one.
struct EmulatedCreateAccountEndpoint: AdminEndpoint {
    static let name = CreateAccountEndpoint.name

    let call: CreateAccountEndpoint
    let update: UpdateAccountEndpoint
    let store: any AccountStore
    let sessions: Sessions

    static func tenant(of ask: SignUpRequest) -> String? { ask.tenantId }

    func answer(_ ask: SignUpRequest, from caller: AdminCaller) async throws -> SignUpReply {
        if ask.idToken.unlessEmpty != nil, ask.localId.unlessEmpty != nil {
            throw SignInError(.init(rawValue: "UNEXPECTED_PARAMETER"), message: "User ID")
        }
        let realm = caller.caller.realm
        try await store.read { view in
            let check = EmulatedPreconditions(view: view, realm: realm)
            if let id = ask.localId.unlessEmpty, try view.account(AccountID(rawValue: id), in: realm) != nil {
                throw SignInError(.duplicateLocalID)
            }
            try check.requireFree(phoneNumber: ask.phoneNumber)
            try check.requireFree(email: ask.email)
            try EmulatedPreconditions.requireLength(ofPassword: ask.password)
        }
        let factors = try ask.factors()
        guard let idToken = ask.idToken.unlessEmpty else { return try await call.answer(ask, from: caller) }
        let holder = try await sessions.check(idToken, from: caller.caller)
        let reply = try await update.answer(UpdateRequest(ask, of: holder.account.id), from: caller)
        if !factors.isEmpty {
            try await call.administration.enrol(factors, for: holder.account.id, by: caller.caller, actor: caller.actor)
        }
        return SignUpReply(localId: reply.localId, email: reply.email, displayName: reply.displayName)
    }
}

extension UpdateRequest {
    /// The changes that a request for a new account makes to an existing one.
    fileprivate init(_ ask: SignUpRequest, of account: AccountID) {
        self.init()
        localId = account.rawValue
        email = ask.email.unlessEmpty
        password = ask.password.unlessEmpty
        displayName = ask.displayName
        photoUrl = ask.photoUrl
        emailVerified = ask.emailVerified ?? false
        phoneNumber = ask.phoneNumber.unlessEmpty
        disableUser = ask.disabled == true ? true : nil
    }
}
