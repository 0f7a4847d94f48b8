import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func flow(_ id: Fingerprint) throws -> SignInFlow? { state.flows.first { $0.id == id } }

    func insert(_ flow: SignInFlow) throws {
        try requireProject(flow.realm.project)
        try require(flow.expiresAt > flow.createdAt, .other, "a flow ends after it began")
        try insert(flow, into: \.flows)
    }

    func takeFlow(_ id: Fingerprint, browser: Fingerprint?, at now: Date) throws -> SignInFlow? {
        guard let flow = try flow(id), flow.browser == nil || flow.browser == browser else { return nil }
        return take(id, from: \.flows, in: flow.realm, at: now)
    }

    func insert(_ result: FlowResult) throws {
        try requireProject(result.realm.project)
        try insert(result, into: \.flowResults)
    }

    func takeResult(_ id: Fingerprint, session: Fingerprint, in realm: Realm, at now: Date) throws -> FlowResult? {
        take(id, from: \.flowResults, in: realm, at: now) { $0.session == session }
    }

    func pendingCredential(_ id: Fingerprint) throws -> PendingCredential? { state.pendingCredentials.first { $0.id == id } }

    func insert(_ pending: PendingCredential) throws {
        try requireOwner(of: pending)
        try insert(pending, into: \.pendingCredentials)
    }

    func takePendingCredential(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingCredential? {
        take(id, from: \.pendingCredentials, in: realm, at: now)
    }
}
