/// A transport that fetches the document with a server's keys.
///
/// Implementations must not follow redirects, must time out, and must reject responses larger than ``KeyDocument/maxBytes``.
public protocol KeyTransport: Sendable {
    /// Fetches a document and returns it with any status.
    ///
    /// - Throws: Any error; it is reported as ``TokenVerificationError/Code/keysUnavailable``.
    func get(_ url: String) async throws -> KeyDocument
}

/// A server's response to a request for its keys.
public struct KeyDocument: Sendable {
    /// The HTTP status code.
    public let status: Int
    /// The `Cache-Control` header.
    public let cacheControl: String?
    /// The `Age` header: the time that the document spent in caches, in seconds.
    public let ageSeconds: Int?
    /// The response body.
    public let body: [UInt8]

    /// The size limit of a document, in bytes.
    public static let maxBytes = 262_144

    /// Creates a document from the parts of a response.
    public init(status: Int, cacheControl: String? = nil, ageSeconds: Int? = nil, body: [UInt8]) {
        self.status = status
        self.cacheControl = cacheControl
        self.ageSeconds = ageSeconds
        self.body = body
    }

    /// The default and maximum lifetime of keys, in seconds: five minutes if the server sets none, and at most one day.
    static let (standardLifetimeSeconds, maxLifetimeSeconds) = (300, 86_400)

    /// The time that the keys may be used, in seconds (RFC 9111, section 5.2.2).
    var lifetimeSeconds: Int {
        var seconds: Int?
        for directive in (cacheControl ?? "").lowercased().split(separator: ",") {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            switch parts.first {
            case "no-store", "no-cache": return 0
            case "max-age" where parts.count == 2: seconds = Int(parts[1])
            default: break
            }
        }
        let age = max(0, ageSeconds ?? 0)
        return max(0, min(Self.maxLifetimeSeconds, max(0, seconds ?? Self.standardLifetimeSeconds)) - age)
    }
}
