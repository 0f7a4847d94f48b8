import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `POST projects/{project}/accounts` of an emulator: with an ID token, it changes the token's account instead of creating one.
struct EmulatedCreateAccountEndpoint: AdminEndpoint {
    static let name = CreateAccountEndpoint.name
    static let words = CreateAccountEndpoint.words

    let call: CreateAccountEndpoint
    let update: UpdateAccountEndpoint
    let store: any AccountStore
    let sessions: Sessions

    static func tenant(of input: SignUpRequest) -> String? { input.tenantId }

    func respond(to input: SignUpRequest, from caller: AdminCaller) async throws -> SignUpReply {
        if input.idToken.unlessEmpty != nil, input.localId.unlessEmpty != nil {
            throw SignInError(.init(rawValue: "UNEXPECTED_PARAMETER"), message: "User ID")
        }
        let realm = caller.caller.realm
        try await store.read { view in
            let check = EmulatedPreconditions(view: view, realm: realm)
            if let id = input.localId.unlessEmpty, try view.account(AccountID(rawValue: id), in: realm) != nil {
                throw SignInError(.duplicateLocalID)
            }
            try check.requireFree(phoneNumber: input.phoneNumber)
            try check.requireFree(email: input.email)
            try EmulatedPreconditions.requireLength(ofPassword: input.password)
        }
        let factors = try input.factors()
        guard let idToken = input.idToken.unlessEmpty else { return try await call.respond(to: input, from: caller) }
        let holder = try await sessions.check(idToken, from: caller.caller)
        let reply = try await update.respond(to: UpdateRequest(input, of: holder.account.id), from: caller)
        if !factors.isEmpty {
            try await call.administration.enrol(factors, for: holder.account.id, by: caller.caller, actor: caller.actor)
        }
        return SignUpReply(localId: reply.localId, email: reply.email, displayName: reply.displayName)
    }
}

extension UpdateRequest {
    /// The changes that a request for a new account makes to an existing one.
    fileprivate init(_ input: SignUpRequest, of account: AccountID) {
        self.init()
        localId = account.rawValue
        email = input.email.unlessEmpty
        password = input.password.unlessEmpty
        // Google's emulator removes a name or picture that the request omits.
        displayName = input.displayName ?? ""
        photoUrl = input.photoUrl ?? ""
        emailVerified = input.emailVerified ?? false
        phoneNumber = input.phoneNumber.unlessEmpty
        disableUser = input.disabled == true ? true : nil
    }
}
