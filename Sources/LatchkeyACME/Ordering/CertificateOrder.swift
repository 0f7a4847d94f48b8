import Crypto
import Foundation
import LatchkeySecrets

/// Orders a certificate, and proves the control of its names (RFC 8555, section 7.4).
package struct CertificateOrder: Sendable {
    let session: ACMESession
    let kind: ChallengeKind
    let responder: any ChallengeResponder
    /// Waits some seconds.
    let sleep: @Sendable (Double) async throws -> Void

    /// The number of times that the state of an order or an authorization is read. With the shortest wait, this is five minutes.
    static let maxPolls = 300
    static let pollSeconds = 1.0...60.0

    package init(
        session: ACMESession, kind: ChallengeKind, responder: any ChallengeResponder,
        sleep: @escaping @Sendable (Double) async throws -> Void
    ) {
        (self.session, self.kind, self.responder, self.sleep) = (session, kind, responder, sleep)
    }

    /// - Throws: ``ACMEError``.
    package func certificate(for names: [String]) async throws -> IssuedCertificate {
        var (url, order) = try await session.order(names)
        guard order.authorizations.count <= names.count else {
            throw ACMEError.unsupported("The certificate authority requires proofs for names that were not ordered.")
        }
        for authorization in order.authorizations { try await authorize(at: authorization, names: names) }
        order = try await settled(order, at: url) { $0 == .pending }
        let key = P256.Signing.PrivateKey()
        if order.status == .ready {
            let request = try CertificateRequest.bytes(for: names, key: key)
            try await session.send(Finalization(csr: Base64URL.encode(request)), to: order.finalize)
            order = try await settled(nil, at: url) { $0 != .valid }
        }
        guard order.status == .valid, let place = order.certificate else {
            throw ACMEError.unsupported("The certificate authority finished the order without a certificate.")
        }
        let issued = try IssuedCertificate(chain: try await session.chain(at: place), key: key)
        guard issued.names == Set(names) else {
            throw ACMEError.unsupported("The certificate authority sent a certificate for other names.")
        }
        return issued
    }

    private func settled(_ known: ACMEOrder?, at url: String, while isOpen: (ACMEOrder.Status) -> Bool) async throws -> ACMEOrder {
        let order: ACMEOrder
        if let known, !isOpen(known.status) {
            order = known
        } else {
            order = try await poll(ACMEOrder.self, at: url) { $0.status == .invalid || !isOpen($0.status) }
        }
        guard order.status != .invalid else {
            throw ACMEError.refused(order.error ?? ACMEProblem(type: "about:blank", detail: "the order is invalid"))
        }
        return order
    }

    // MARK: Proofs

    private func authorize(at url: String, names: [String]) async throws {
        let authorization = try await session.read(ACMEAuthorization.self, at: url).value
        let name = authorization.identifier.value.lowercased()
        guard names.contains(name) else { throw ACMEError.unsupported("The certificate authority requires a proof for another name.") }
        // Authorities remember proofs for some time.
        guard authorization.status != .valid else { return }
        try check(authorization, isOpen: true)
        guard let challenge = authorization.challenges.first(where: { $0.type == kind.rawValue }), let token = challenge.token else {
            let offered = authorization.challenges.map(\.type).joined(separator: ", ")
            throw ACMEError.unsupported("The certificate authority offers no \(kind.rawValue) challenge for \(name), only: \(offered).")
        }
        guard ACMESession.isBase64URL(token) else { throw ACMEError.unsupported("The certificate authority sent an invalid token.") }
        let proof = ChallengeProof(
            kind: kind, name: name, token: token, keyAuthorization: session.key.authorization(of: token))
        try responder.show(proof)
        defer { responder.hide(proof) }
        try await session.send(ChallengeIsReady(), to: challenge.url)
        try check(try await poll(ACMEAuthorization.self, at: url) { $0.status != .pending }, isOpen: false)
    }

    private func check(_ authorization: ACMEAuthorization, isOpen: Bool) throws {
        switch authorization.status {
        case .valid: return
        case .pending where isOpen: return
        default:
            let problem = authorization.problem
            throw ACMEError.refused(
                problem ?? ACMEProblem(type: "about:blank", detail: "the authorization is \(authorization.status.rawValue)"),
                name: authorization.identifier.value)
        }
    }

    // MARK: Waiting

    private func poll<Value: Decodable & Sendable>(
        _ type: Value.Type, at url: String, until isDone: (Value) -> Bool
    ) async throws -> Value {
        for _ in 0..<Self.maxPolls {
            let (value, wait) = try await session.read(type, at: url)
            if isDone(value) { return value }
            try await sleep(min(max(wait ?? 2, Self.pollSeconds.lowerBound), Self.pollSeconds.upperBound))
        }
        throw ACMEError.unreachable("The certificate authority did not finish within \(Self.maxPolls) requests for the state.")
    }
}
