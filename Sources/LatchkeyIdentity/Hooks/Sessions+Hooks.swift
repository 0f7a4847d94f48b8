// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Sessions {
    /// Opens the session of somebody who has shown all that they have to show, as the project's hook wants it.
    ///
    /// - Throws: ``HookQuestion`` where a hook has to be asked first.
    func signIn(
        _ account: Account, by method: ProviderID, for caller: Caller, claims: String? = nil, secondFactor: UsedSecondFactor? = nil,
        profile: String? = nil, in transaction: any StoreWriting
    ) throws -> Entry {
        // A hook may just have made it so.
        if account.disabled { return .disabled(account) }
        var (account, claims) = (account, claims)
        if let url = caller.project.settings.hooks.beforeSignIn {
            guard let edit = try caller.hookAnswers.edit(at: .beforeSignIn, for: account) else {
                throw HookQuestion(
                    event: .beforeSignIn, url: url, account: account,
                    factors: try transaction.secondFactors(of: account.id, in: account.realm), method: method, secondFactor: secondFactor,
                    profile: profile, caller: caller)
            }
            account = edit.applied(to: account)
            claims = edit.claims(over: claims)
            if account.disabled {
                try transaction.update(account)
                return .disabled(account)
            }
        }
        return .opened(try open(account, by: method, for: caller, claims: claims, secondFactor: secondFactor, in: transaction))
    }

    /// Runs a transaction that may sign somebody up or in, and asks the project's hooks what it finds that they have to be asked: each
    /// of them once at most, and never while the transaction is open.
    ///
    /// - Parameter body: Runs again from its beginning after each answer. It is given the caller with the answers so far.
    /// - Throws: ``SignInError`` with `BLOCKING_FUNCTION_ERROR_RESPONSE`; ``TooManyAttempts`` where a hook would be asked about an upgrade
    ///   too often; whatever the body throws.
    func asking<T: Sendable>(_ caller: Caller, _ body: (Caller) async throws -> T) async throws -> T {
        var caller = caller
        while true {
            do {
                return try await body(caller)
            } catch let question as HookQuestion {
                guard caller.hookAnswers[question.event] == nil else { throw HookAnswers.outOfDate }
                if question.isUpgrade { caller = try await admitUpgrade(of: question.account.id, by: question.method, caller) }
                caller.hookAnswers[question.event] = .init(account: question.account, edit: try await answer(to: question))
            }
        }
    }

    /// Takes from the network's supply of sign-ups for an account that is to get its first way in, where a hook is asked about that: it
    /// costs as much as a sign-up, and whoever is refused still has the account and could ask for ever.
    ///
    /// - Returns: The caller, from whom this request takes no more.
    /// - Throws: ``TooManyAttempts``.
    func admitUpgrade(of account: AccountID, by method: ProviderID, _ caller: Caller) async throws -> Caller {
        guard let throttle, !caller.hookAnswers.upgradeIsAdmitted, caller.project.settings.hooks.beforeCreate != nil else { return caller }
        try await store.recordingRefusals(of: .link, method: method, about: account, caller: caller, at: now) {
            try throttle.takeSignUp(by: caller)
        }
        var admitted = caller
        admitted.hookAnswers.upgradeIsAdmitted = true
        return admitted
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
