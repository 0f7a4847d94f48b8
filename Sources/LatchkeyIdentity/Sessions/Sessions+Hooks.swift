import Foundation
import LatchkeySecrets

extension Sessions {
    /// Opens a session after all credentials were verified, with the changes that the project's hook makes.
    ///
    /// - Parameter method: The method that the hook receives. An email link session has the method `password`, as in Firebase, but its
    ///   hook receives `emailLink`.
    /// - Throws: ``HookRequest`` if a hook has to be called first.
    func signIn(
        _ account: Account, by method: ProviderID, for caller: Caller, claims: String? = nil, secondFactor: UsedSecondFactor? = nil,
        assertion: ProviderAssertion? = nil, isNew: Bool = false, in transaction: any StoreWriting
    ) throws -> Entry {
        // The `beforeCreate` hook may have disabled the account.
        if account.disabled { return .disabled(account) }
        var (account, claims) = (account, claims)
        if let url = caller.project.settings.hooks.beforeSignIn {
            guard let edit = try caller.hookReplies.edit(at: .beforeSignIn, for: account) else {
                throw HookRequest(
                    event: .beforeSignIn, url: url, account: account,
                    factors: try transaction.secondFactors(of: account.id, in: account.realm), method: method, secondFactor: secondFactor,
                    assertion: assertion, caller: caller)
            }
            account = edit.applied(to: account)
            claims = edit.claims(over: claims)
            if isNew, account.disabled { account.lastRefreshAt = nil }
            // Opening the first session does not update the account.
            if isNew || account.disabled { try transaction.update(account) }
            if account.disabled { return .disabled(account) }
        }
        if caller.project.policies.isLenient, account.email == nil {
            claims = SessionMarks(emailVerified: caller.hookReplies.emailVerified).claims(over: claims)
        }
        let method: ProviderID = method == .emailLink ? .password : method
        return .opened(
            try open(account, by: method, for: caller, isNew: isNew, claims: claims, secondFactor: secondFactor, in: transaction))
    }

    /// Runs a transaction that may sign a user up or in, and calls the project's hooks when it needs them: each hook at most once, and
    /// never while the transaction is open.
    ///
    /// A refused client keeps its code or account, and could repeat the request indefinitely. A call before an account is created, or gets
    /// its first sign-in method, therefore consumes one sign-up of the network's quota, which is given back on success.
    ///
    /// - Parameter body: The transaction, which receives the caller with the responses so far. It runs again after each response.
    /// - Throws: ``SignInError`` with `BLOCKING_FUNCTION_ERROR_RESPONSE`; ``TooManyAttempts`` if hooks were called too often; any error of
    ///   the body.
    func asking<T: Sendable>(_ caller: Caller, _ body: (Caller) async throws -> T) async throws -> T {
        let isTaken = caller.hookReplies.signUpIsTaken
        var caller = caller
        while true {
            do {
                let outcome = try await body(caller)
                if !isTaken, caller.hookReplies.signUpIsTaken { await throttle?.giveBackSignUp(by: caller) }
                return outcome
            } catch let request as HookRequest {
                guard caller.hookReplies[request.event] == nil else { throw HookReplies.outOfDate }
                if request.event == .beforeCreate, !caller.hookReplies.signUpIsTaken {
                    caller = try await takingSignUp(
                        caller, for: request.isUpgrade ? request.account.id : nil, by: request.method)
                }
                caller.hookReplies[request.event] = .init(account: request.account, edit: try await respond(to: request))
            }
        }
    }

    /// Consumes one sign-up of the network's quota.
    ///
    /// - Parameter account: The account that gets a sign-in method; `nil` for a new account.
    /// - Returns: The caller, marked so that this request consumes no further sign-up.
    /// - Throws: ``TooManyAttempts``.
    func takingSignUp(_ caller: Caller, for account: AccountID?, by method: ProviderID) async throws -> Caller {
        guard let throttle else { return caller }
        try await store.recordingRefusals(
            of: account == nil ? .signUp : .link, method: method, about: account, caller: caller, at: now
        ) {
            try await throttle.takeSignUp(by: caller)
        }
        var taken = caller
        taken.hookReplies.signUpIsTaken = true
        return taken
    }

    private func respond(to request: HookRequest) async throws -> HookEdit {
        do {
            // Fails closed without a transport: a hook exists to refuse users.
            guard let hooks else { throw SignInError.hookFault("cannot be called by this server") }
            return try await HookConversation(transport: hooks, authority: authority, now: now).edit(
                for: request, id: random.token(byteCount: 16))
        } catch let refusal as SignInError {
            let isNew = request.event == .beforeCreate && !request.isUpgrade
            let event = AuthEvent(
                at: now().inWholeMilliseconds, realm: request.account.realm, kind: isNew ? .signUp : request.isUpgrade ? .link : .signIn,
                outcome: .refused,
                subject: isNew ? nil : request.account.id, method: request.method, reason: refusal.code.rawValue,
                address: request.caller.client.address)
            try await store.write { try $0.append(event) }
            throw refusal
        }
    }
}
