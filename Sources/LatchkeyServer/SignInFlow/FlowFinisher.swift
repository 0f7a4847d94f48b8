import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a provider's answer belongs to no sign-in that we know of.
enum FlowMismatch: Error, Equatable {
    /// Used, expired, or never begun here.
    case unknown
    /// Begun in another browser.
    case otherBrowser
    /// Another provider's answer, or another session's.
    case otherProvider
    case otherSession
}

/// Finishes sign-ins: finds the flow of a provider's answer, once, and asks the provider who the person is.
struct FlowFinisher: Sendable {
    let store: any AccountStore
    let catalog: ProviderCatalog
    let failures: ProviderFailures
    let sealer: Sealer
    let now: WallClock
    let random: RandomTokens

    /// A flow that was taken out of the store, so that nobody else can finish it.
    struct Taken: Sendable {
        let flow: SignInFlow
        let project: Project
        let target: ReturnTarget
    }

    /// Takes the flow of a callback.
    ///
    /// A callback that does not match leaves the flow as it is: whoever guesses cannot end another person's sign-in.
    ///
    /// - Throws: ``FlowMismatch``.
    func take(_ callback: Parameters, browser: Fingerprint?, session: Fingerprint? = nil) async throws -> Taken {
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
        guard try await catalog.provider(flow.provider, in: flow.realm).recognises(callback) else { throw FlowMismatch.otherProvider }
        let target = try JSONDecoder().decode(ReturnTarget.self, from: Data(flow.returnTarget.utf8))
        guard try await store.write({ try $0.takeFlow(id, browser: browser, at: instant) }) != nil else { throw FlowMismatch.unknown }
        return Taken(flow: flow, project: project, target: target)
    }

    /// Asks the provider.
    func assertion(_ taken: Taken, callback: Parameters) async throws -> ProviderAssertion {
        let flow = taken.flow
        let clear = try sealer.open(
            flow.sealedState, for: SignInFlow.sealingContext(project: flow.realm.project, id: flow.id))
        let remembered = try JSONDecoder().decode(RememberedState.self, from: Data(clear.expose()))
        return try await failures.recording(of: flow.provider, in: flow.realm, from: nil) {
            try await catalog.provider(flow.provider, in: flow.realm).finish(callback, callback: flow.callback, remembered: remembered)
        }
    }

    /// Keeps what the provider said for the starter, who gets a one-time token for it.
    ///
    /// - Parameter session: Whose preimage has to be shown with the token; that of the start unless another is given.
    func keep(_ assertion: ProviderAssertion, of taken: Taken, session: Fingerprint? = nil) async throws -> Secret<String> {
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

    /// Gives a kept result to who knows the session id, once.
    func result(_ token: String, sessionID: String, in realm: Realm) async throws -> ProviderAssertion? {
        let id = Fingerprint(of: token)
        let session = Fingerprint(of: sessionID)
        let instant = now()
        guard let result = try await store.write({ try $0.takeResult(id, session: session, in: realm, at: instant) }),
            // A site's code is kept in the same place and is no provider's word.
            result.provider != .site
        else {
            return nil
        }
        return try sealer.openAssertion(result.sealedAssertion, for: FlowResult.sealingContext(project: realm.project, id: id))
    }
}

extension Parameters {
    /// The error of a provider that did not send back the `state`, as RFC 6749, section 4.1.2.1 asks.
    ///
    /// Anybody can make a link with such an error. Only a word is repeated, so that no page of ours tells a stranger's story.
    var errorWithoutState: String? {
        guard self["state"] == nil, let error = self["error"].unlessEmpty else { return nil }
        let isWord =
            error.utf8.count <= 40 && error.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
        return isWord ? error : "an error"
    }
}
