import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Sessions {
    /// Opens the session of somebody who has shown all that they have to show, as the project's hook wants it.
    ///
    /// - Parameter method: What the hook is told. A session by a link has the method `password`, as with Firebase; its hook is told `emailLink`.
    /// - Throws: ``HookQuestion`` where a hook has to be asked first.
    func signIn(
        _ account: Account, by method: ProviderID, for caller: Caller, claims: String? = nil, secondFactor: UsedSecondFactor? = nil,
        assertion: ProviderAssertion? = nil, isNew: Bool = false, in transaction: any StoreWriting
    ) throws -> Entry {
        // A hook may just have made it so.
        if account.disabled { return .disabled(account) }
        var (account, claims) = (account, claims)
        if let url = caller.project.settings.hooks.beforeSignIn {
            guard let edit = try caller.hookAnswers.edit(at: .beforeSignIn, for: account) else {
                throw HookQuestion(
                    event: .beforeSignIn, url: url, account: account,
                    factors: try transaction.secondFactors(of: account.id, in: account.realm), method: method, secondFactor: secondFactor,
                    assertion: assertion, caller: caller)
            }
            account = edit.applied(to: account)
            claims = edit.claims(over: claims)
            if account.disabled {
                try transaction.update(account)
                return .disabled(account)
            }
        }
        if caller.project.policies == .emulator, account.email == nil {
            claims = SessionMarks(emailVerified: caller.hookAnswers.emailVerified).claims(over: claims)
        }
        let method: ProviderID = method == .emailLink ? .password : method
        return .opened(
            try open(account, by: method, for: caller, isNew: isNew, claims: claims, secondFactor: secondFactor, in: transaction))
    }

    /// Runs a transaction that may sign somebody up or in, and asks the project's hooks what it finds that they have to be asked: each
    /// of them once at most, and never while the transaction is open.
    ///
    /// Whoever is refused still has the code or the account with which they asked, and could ask for ever: a question before an account
    /// is made, or gets its first way in, is taken from the network's supply of sign-ups, and given back to who comes in.
    ///
    /// - Parameter body: Runs again from its beginning after each answer. It is given the caller with the answers so far.
    /// - Throws: ``SignInError`` with `BLOCKING_FUNCTION_ERROR_RESPONSE`; ``TooManyAttempts`` where a hook would be asked too often; whatever
    ///   the body throws.
    func asking<T: Sendable>(_ caller: Caller, _ body: (Caller) async throws -> T) async throws -> T {
        let isTaken = caller.hookAnswers.signUpIsTaken
        var caller = caller
        while true {
            do {
                let outcome = try await body(caller)
                if !isTaken, caller.hookAnswers.signUpIsTaken { throttle?.giveBackSignUp(by: caller) }
                return outcome
            } catch let question as HookQuestion {
                guard caller.hookAnswers[question.event] == nil else { throw HookAnswers.outOfDate }
                if question.event == .beforeCreate, !caller.hookAnswers.signUpIsTaken {
                    caller = try await takingSignUp(
                        caller, for: question.isUpgrade ? question.account.id : nil, by: question.method)
                }
                caller.hookAnswers[question.event] = .init(account: question.account, edit: try await answer(to: question))
            }
        }
    }

    /// Takes from the network's supply of sign-ups.
    ///
    /// - Parameter account: The one that is to get a way in; absent for a newcomer.
    /// - Returns: The caller, from whom this request takes no more.
    /// - Throws: ``TooManyAttempts``.
    func takingSignUp(_ caller: Caller, for account: AccountID?, by method: ProviderID) async throws -> Caller {
        guard let throttle else { return caller }
        try await store.recordingRefusals(
            of: account == nil ? .signUp : .link, method: method, about: account, caller: caller, at: now
        ) {
            try throttle.takeSignUp(by: caller)
        }
        var taken = caller
        taken.hookAnswers.signUpIsTaken = true
        return taken
    }

    private func answer(to question: HookQuestion) async throws -> HookEdit {
        do {
            // Without somebody to carry the question nobody comes in: a hook is there to keep people out.
            guard let hooks else { throw SignInError.hookFault("cannot be asked by this server") }
            return try await HookConversation(transport: hooks, authority: authority, now: now).edit(
                for: question, id: random.token(byteCount: 16))
        } catch let refusal as SignInError {
            let isNew = question.event == .beforeCreate && !question.isUpgrade
            let event = AuthEvent(
                at: now().inWholeMilliseconds, realm: question.account.realm, kind: isNew ? .signUp : question.isUpgrade ? .link : .signIn,
                outcome: .refused,
                subject: isNew ? nil : question.account.id, method: question.method, reason: refusal.code.rawValue,
                address: question.caller.client.address)
            try await store.write { try $0.append(event) }
            throw refusal
        }
    }
}
