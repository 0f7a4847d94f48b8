import Foundation
package import LatchkeyIdentity
package import LatchkeyOAuth
package import LatchkeySecrets

/// The reason why a provider's callback matches no pending sign-in.
package enum FlowMismatch: Error, Equatable {
    /// The flow was already used, has expired, or was not started on this server.
    case unknown
    /// The flow was started in another browser.
    case otherBrowser
    /// The callback comes from another provider.
    case otherProvider
    /// The flow was started in another session.
    case otherSession
}

/// Finishes sign-ins: finds the flow of a provider's callback, once, and gets the user's identity from the provider.
package struct FlowFinisher: Sendable {
    let store: any AccountStore
    package let providers: any ProviderLookup
    let failures: ProviderFailures
    let sealer: Sealer
    let now: WallClock
    let random: RandomTokens

    package init(
        store: any AccountStore, providers: any ProviderLookup, failures: ProviderFailures, sealer: Sealer, now: @escaping WallClock,
        random: RandomTokens
    ) {
        self.store = store
        self.providers = providers
        self.failures = failures
        self.sealer = sealer
        self.now = now
        self.random = random
    }

    /// A flow that was removed from the store, so that it cannot be finished twice.
    package struct Taken: Sendable {
        package let flow: SignInFlow
        let project: Project
        package let target: ReturnTarget
    }

    /// Removes the flow of a callback from the store and returns it.
    ///
    /// A callback that does not match leaves the flow in the store, so that guessing cannot end another user's sign-in.
    ///
    /// - Throws: ``FlowMismatch``.
    package func take(_ callback: Parameters, browser: Fingerprint?, session: Fingerprint? = nil) async throws -> Taken {
        guard let state = callback["state"], callback.values(of: "state").count == 1, state.utf8.count <= 128 else {
            throw FlowMismatch.unknown
        }
        let id = Fingerprint(of: state)
        let instant = now()
        guard
            let (flow, project) = try await store.read({ view -> (SignInFlow, Project)? in
                guard let flow = try view.flow(id), flow.expiresAt > instant, let project = try view.project(flow.realm.project) else {
                    return nil
                }
                return (flow, try view.project(project, seenIn: flow.realm.tenant))
            })
        else {
            throw FlowMismatch.unknown
        }
        if let session, session != flow.session { throw FlowMismatch.otherSession }
        guard flow.browser == browser else { throw FlowMismatch.otherBrowser }
        guard try await providers.provider(flow.provider, in: flow.realm).recognises(callback) else { throw FlowMismatch.otherProvider }
        let target = try JSONDecoder().decode(ReturnTarget.self, from: Data(flow.returnTarget.utf8))
        guard try await store.write({ try $0.takeFlow(id, browser: browser, at: instant) }) != nil else { throw FlowMismatch.unknown }
        return Taken(flow: flow, project: project, target: target)
    }

    /// Completes the flow with the provider and returns the assertion about the user.
    package func assertion(_ taken: Taken, callback: Parameters) async throws -> ProviderAssertion {
        let flow = taken.flow
        let clear = try sealer.open(
            flow.sealedState, for: SignInFlow.sealingContext(project: flow.realm.project, id: flow.id))
        let remembered = try JSONDecoder().decode(RememberedState.self, from: Data(clear.expose()))
        return try await failures.recording(of: flow.provider, in: flow.realm, from: nil) {
            try await providers.provider(flow.provider, in: flow.realm).finish(callback, callback: flow.callback, remembered: remembered)
        }
    }

    /// Stores the provider's assertion and returns the one-time token that redeems it.
    ///
    /// - Parameter session: The fingerprint of the session id that must accompany the token. Defaults to the fingerprint given at the
    ///   start.
    package func keep(_ assertion: ProviderAssertion, of taken: Taken, session: Fingerprint? = nil) async throws -> Secret<String> {
        let token = random.token()
        let id = Fingerprint(of: token)
        let flow = taken.flow
        let result = FlowResult(
            id: id, realm: flow.realm, provider: flow.provider, session: session ?? flow.session,
            sealedAssertion: try sealer.seal(assertion, for: FlowResult.sealingContext(project: flow.realm.project, id: id)),
            expiresAt: now().addingTimeInterval(SignInFlow.lifetimeSeconds).inWholeMilliseconds)
        try await store.write { try $0.insert(result) }
        return Secret(token)
    }

    /// Returns a stored assertion, once, if the session id matches.
    package func result(_ token: String, sessionID: String, in realm: Realm) async throws -> ProviderAssertion? {
        let id = Fingerprint(of: token)
        let session = Fingerprint(of: sessionID)
        let instant = now()
        guard let result = try await store.write({ try $0.takeResult(id, session: session, in: realm, at: instant) }),
            // Site codes are stored in the same table, but are not assertions of a provider.
            result.provider != .site
        else {
            return nil
        }
        return try sealer.openAssertion(result.sealedAssertion, for: FlowResult.sealingContext(project: realm.project, id: id))
    }
}

extension Parameters {
    /// The `error` of a callback without the `state` that RFC 6749, section 4.1.2.1 requires.
    ///
    /// Anyone can create a link with such an error. Only a single word is returned, so that a page of this server cannot show an attacker's
    /// text.
    package var errorWithoutState: String? {
        guard self["state"] == nil, let error = self["error"], !error.isEmpty else { return nil }
        let isWord =
            error.utf8.count <= 40 && error.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
        return isWord ? error : "an error"
    }
}
