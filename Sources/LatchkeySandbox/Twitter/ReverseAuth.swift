import Foundation
import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// Reverse auth: exchanges a phone's system account for an application's token without a page (iOS 5 to 10).
struct ReverseAuth: Sendable {
    static let ticketLifetimeSeconds: Double = 600

    let state: SandboxState

    /// Returns whether a request to the token endpoint is the second step.
    static func isSecondStep(_ request: ReceivedRequest) throws -> Bool {
        let parameters = (try? request.form() + request.queryParameters()) ?? [:]
        return parameters.contains { $0.name.hasPrefix("x_reverse_auth_") }
    }

    /// The first step: returns text in the format of a header, which the application passes to the phone.
    func ticket(for call: TwitterCall, at request: ReceivedRequest) throws -> Response {
        guard call.app.mayUseReverseAuth else {
            throw TwitterRefusal.notPermitted("the application is not on the list for reverse auth")
        }
        let token = state.random.token(byteCount: 20)
        let secret = Secret(state.random.token(byteCount: 24))
        let ticket = TwitterLedger.ReverseTicket(secret: secret, appKey: call.app.key, createdAt: state.now)
        state.withLedger { ledger in _ = ledger.twitter.reverseTickets.insert(ticket, for: token) }
        let now = state.now
        let nonce = state.random.token(byteCount: 16)
        let signer = OAuth1Signer(
            consumer: OAuth1Consumer(key: call.app.key, secret: call.app.secret),
            token: OAuth1Token(token: token, secret: secret), now: { now }, nonce: { nonce })
        let text = try signer.authorization(method: "POST", url: "\(request.address)/oauth/access_token")
        return .text(text, type: "text/html; charset=utf-8")
    }

    /// The second step: the phone's system application returns the text, signed with the person's system account.
    func redeem(_ call: TwitterCall, at request: ReceivedRequest) throws -> Response {
        guard call.app.isSystemAccountStore, let person = call.person else {
            throw TwitterRefusal.notPermitted("only the phone's system application may complete reverse auth")
        }
        let parameters = call.signed.allParameters
        guard let target = parameters.filled("x_reverse_auth_target"),
            let text = parameters.filled("x_reverse_auth_parameters")
        else {
            throw TwitterRefusal.invalidReverseAuth("x_reverse_auth_target and x_reverse_auth_parameters are both required")
        }
        let inner: OAuth1SignedRequest
        do {
            inner = try OAuth1SignedRequest(
                method: "POST", url: "\(request.address)/oauth/access_token", authorization: text, contentType: nil, body: [])
        } catch let problem as OAuth1Problem {
            throw TwitterRefusal.invalidReverseAuth("x_reverse_auth_parameters: \(problem.code.rawValue): \(problem.advice)")
        }
        let issued = try state.withLedger { ledger in
            guard target == inner.consumerKey, let app = ledger.apps.app(target, at: .twitter) else {
                throw TwitterRefusal.invalidReverseAuth("x_reverse_auth_target is not the application of the parameters")
            }
            guard let token = inner.token, let ticket = ledger.twitter.reverseTickets[token], ticket.appKey == app.key else {
                throw TwitterRefusal.invalidReverseAuth("the parameters were never issued or have been used")
            }
            guard state.now.timeIntervalSince(ticket.createdAt) < Self.ticketLifetimeSeconds else {
                throw TwitterRefusal.invalidReverseAuth("the parameters are older than ten minutes")
            }
            do {
                let origins = SigningOrigins(state.configuration).candidates(for: request.address)
                try inner.verify(consumerSecret: app.secret, tokenSecret: ticket.secret, origins: origins)
            } catch {
                throw TwitterRefusal.invalidReverseAuth("the parameters were changed on the way")
            }
            ledger.twitter.reverseTickets.remove(token)
            return ledger.twitter.issueAccessToken(app: app, person: person, mayWrite: true, random: state.random)
        }
        return TwitterTokenReply.form(issued, person: person)
    }
}
