/// A signed request as parsed by a server, before any lookup (RFC 5849, section 3.2).
///
/// Parsing ensures that the protocol parameters are in exactly one place, that each appears once, that all required ones are
/// present, and that the version and signature method are acceptable. Then call ``check(timestampWithin:of:)``, look up the
/// consumer and token, verify the signature, and only then store the nonce, so that no third party can use it up.
///
/// Stricter than the RFC in one respect: PLAINTEXT also requires a timestamp and nonce, so that replay checks always apply.
public struct OAuth1SignedRequest: Sendable {
    /// The maximum length of a nonce, in characters.
    public static let maxNonceLength = 128

    /// `oauth_consumer_key`.
    public let consumerKey: String
    /// `oauth_token`; `nil` when it is missing or empty.
    public let token: String?
    /// `oauth_signature_method`, one of the accepted ones.
    public let signatureMethod: OAuth1SignatureMethod
    /// `oauth_timestamp`, in seconds since 1970.
    public let timestamp: Int64
    /// `oauth_nonce`, 1 to 128 visible ASCII characters.
    public let nonce: String
    /// `oauth_callback`, as sent.
    public let callback: String?
    /// `oauth_verifier`, from the header or from a form body.
    public let verifier: String?
    /// All parameters that the signature covers: everything except `oauth_signature` and the header's `realm`.
    public let allParameters: Parameters
    /// `oauth_signature`, as sent.
    public let signature: String

    let method: String
    let address: WebAddress

    /// The signature methods that are accepted by default; PLAINTEXT is not one of them.
    public static let standardMethods: Set<OAuth1SignatureMethod> = [.hmacSHA1, .hmacSHA256]

    /// Parses a request; throws ``OAuth1Problem``.
    ///
    /// - Parameters:
    ///   - url: The absolute URL of the request with its query; scheme and host as seen by the client.
    ///   - authorization: The `Authorization` header; other schemes are ignored.
    ///   - contentType: The `Content-Type` header; the body is read only if it is a form.
    ///   - methods: The signature methods to accept.
    public init(
        method: String, url: String, authorization: String?, contentType: String?, body: [UInt8],
        accepting methods: Set<OAuth1SignatureMethod> = OAuth1SignedRequest.standardMethods
    ) throws {
        let sources = try SignedRequestSources(url: url, authorization: authorization, contentType: contentType, body: body)
        let values = sources.protocolValues
        let absent = OAuth1ProtocolName.required.filter { values[$0]?.isEmpty ?? true }
        guard absent.isEmpty else {
            throw OAuth1Problem(
                .parameterAbsent, advice: "Send \(absent.joined(separator: ", ")).",
                extra: ["oauth_parameters_absent": absent.joined(separator: "&")])
        }
        if let version = values["oauth_version"], version != "1.0" {
            throw OAuth1Problem(
                .versionRejected, advice: "Send oauth_version=1.0 or omit it.",
                extra: ["oauth_acceptable_versions": "1.0-1.0"])
        }
        signatureMethod = OAuth1SignatureMethod(rawValue: values["oauth_signature_method"] ?? "")
        guard methods.contains(signatureMethod) else {
            let names = methods.map(\.rawValue).sorted().joined(separator: ", ")
            throw OAuth1Problem(.signatureMethodRejected, advice: "Sign with one of: \(names).")
        }
        timestamp = try Self.timestamp(values["oauth_timestamp"] ?? "")
        nonce = try Self.nonce(values["oauth_nonce"] ?? "")
        consumerKey = values["oauth_consumer_key"] ?? ""
        token = values["oauth_token"].flatMap { $0.isEmpty ? nil : $0 }
        callback = values["oauth_callback"]
        verifier = values["oauth_verifier"]
        signature = values["oauth_signature"] ?? ""
        allParameters = sources.covered
        self.method = method
        address = sources.address
    }

    private static func timestamp(_ text: String) throws -> Int64 {
        guard text.utf8.count <= 15, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int64(text), value > 0
        else {
            throw OAuth1Problem(.timestampRefused, advice: "Send oauth_timestamp as whole seconds since 1970, digits only.")
        }
        return value
    }

    private static func nonce(_ text: String) throws -> String {
        guard text.utf8.count <= maxNonceLength, ByteSet.visibleASCII.containsAll(of: text) else {
            throw OAuth1Problem(
                .parameterRejected, advice: "Send an oauth_nonce of at most \(maxNonceLength) visible ASCII characters.",
                extra: ["oauth_parameters_rejected": "oauth_nonce"])
        }
        return text
    }
}
