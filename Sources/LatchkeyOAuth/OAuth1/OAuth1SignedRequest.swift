/// What a server reads out of a signed request before it looks anything up (RFC 5849, section 3.2).
///
/// Exactly one place holds the protocol parameters, none stands twice, all that must be there are, and version and signature
/// method are acceptable. Then come, in this order: ``check(timestampWithin:of:)``, looking up consumer and token, verifying
/// the signature, and only after that storing the nonce, so that nobody else can use it up.
///
/// Stricter than the RFC in one point: timestamp and nonce are also demanded with PLAINTEXT, so that no replay check lacks them.
public struct OAuth1SignedRequest: Sendable {
    /// The longest nonce, in characters.
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
    /// `oauth_callback`, as it was sent.
    public let callback: String?
    /// `oauth_verifier`, from the header or from a form body.
    public let verifier: String?
    /// Everything that the signature covers: all parameters but `oauth_signature` and the header's `realm`.
    public let allParameters: Parameters
    /// `oauth_signature`, as it was sent.
    public let signature: String

    let method: String
    let address: WebAddress

    /// The methods that are accepted unless others are named; PLAINTEXT never is.
    public static let standardMethods: Set<OAuth1SignatureMethod> = [.hmacSHA1, .hmacSHA256]

    /// Reads a request; throws ``OAuth1Problem``.
    ///
    /// - Parameters:
    ///   - url: The absolute URL that the client asked for, with its query: scheme and host as the client saw them.
    ///   - authorization: The `Authorization` header; one of another scheme counts as none.
    ///   - contentType: The `Content-Type` header; the body is read only when it is a form.
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
                .versionRejected, advice: "Send oauth_version=1.0 or leave it out.",
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
