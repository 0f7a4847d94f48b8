package import Hummingbird
public import LatchkeyIdentity
import LatchkeyWire
public import Logging

/// Logs every refused sign-in, rejected token, refused administrator and throttled attempt, with the client's address and the reason, for the
/// operator and programs such as fail2ban.
///
/// Refusals that are events of the audit log come from the store. The others, such as rejected tokens, come from error responses.
public struct SecurityLog: Sendable {
    private let logger: Logger
    private let clientAddress: ClientAddress

    /// Creates a log.
    ///
    /// - Parameter trustedProxies: The proxies whose forwarding headers are trusted.
    public init(_ logger: Logger, trustedProxies: [AddressRange]) {
        self.logger = logger
        clientAddress = ClientAddress(trustedProxies: trustedProxies)
    }

    /// Error codes of refusals that are not events.
    private static let codes: Set<String> = [
        "INVALID_ID_TOKEN", "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "INVALID_CUSTOM_TOKEN", "CREDENTIAL_MISMATCH",
        "INVALID_SESSION_COOKIE", "SESSION_COOKIE_EXPIRED", "INVALID_PENDING_TOKEN", "INVALID_MFA_PENDING_CREDENTIAL",
        "INVALID_OOB_CODE", "INVALID_IDP_RESPONSE",
    ]
    /// Tokens that were valid: an app may send them after its user signed out elsewhere.
    private static let expired: Set<String> = ["TOKEN_EXPIRED", "SESSION_COOKIE_EXPIRED"]
    private static let throttled = "TOO_MANY_ATTEMPTS_TRY_LATER"

    /// Logs an error response if it refuses a credential.
    func note(_ envelope: WireErrorEnvelope, to request: Request, context: ServerContext) {
        let code = String(envelope.message.prefix { $0 != " " })
        // A response to an administrator without a valid access token, or without the permission.
        let isAdministrators = envelope.code == 401 || envelope.code == 403 && request.headers[.authorization] != nil
        guard isAdministrators || Self.codes.contains(code) else { return }
        let isCode = !code.isEmpty && code.utf8.allSatisfy { (65...90).contains($0) || $0 == 95 || (48...57).contains($0) }
        log(
            isAdministrators ? "request" : Self.expired.contains(code) ? "expired" : "token",
            reason: isCode ? code : envelope.status ?? "\(envelope.code)", address: clientAddress.address(of: request, context: context),
            more: ["path": "\(LoggedPath.text(request.uri.path))"])
    }

    /// Logs a refused assertion of a service account.
    package func noteAssertion(to request: Request, context: ServerContext) {
        log(
            "request", reason: "INVALID_GRANT", address: clientAddress.address(of: request, context: context),
            more: ["path": "\(LoggedPath.text(request.uri.path))"])
    }

    /// Logs that the port of the databases refused a credential.
    ///
    /// - Parameter address: The client's address.
    package func noteDatabase(refusal: String, from address: String?) {
        log(Self.expired.contains(refusal) ? "expired" : "token", reason: refusal, address: address, more: ["port": "database"])
    }

    private func log(_ kind: String, reason: String, address: String?, more: Logger.Metadata) {
        var metadata: Logger.Metadata = ["event": "\(kind)", "reason": "\(reason)", "address": "\(address ?? "-")"]
        metadata.merge(more) { first, _ in first }
        logger.notice("Refused", metadata: metadata)
    }
}

extension SecurityLog: EventObserver {
    /// Logs a refused event.
    public func observe(_ event: AuthEvent) {
        guard event.outcome == .refused else { return }
        var more: Logger.Metadata = ["project": "\(event.realm.project)"]
        if let account = event.subject { more["account"] = "\(account)" }
        if let method = event.method { more["method"] = "\(method.rawValue)" }
        log(
            event.reason == Self.throttled ? "throttled" : event.kind.rawValue, reason: event.reason ?? "-", address: event.address,
            more: more)
    }
}
