/// Fetches the document with a server's keys.
///
/// An implementation follows no redirects, gives up after a time, and refuses replies beyond ``KeyDocument/maxBytes``.
public protocol KeyTransport: Sendable {
    /// - Throws: Anything; it becomes ``TokenVerificationError/Code/keysUnavailable``.
    func get(_ url: String) async throws -> KeyDocument
}

/// What a server answered when it was asked for its keys.
public struct KeyDocument: Sendable {
    public let status: Int
    /// The header `Cache-Control`.
    public let cacheControl: String?
    /// The header `Age`, in seconds: how long a cache on the way has had the document.
    public let ageSeconds: Int?
    public let body: [UInt8]

    /// The longest document that is read, in bytes.
    public static let maxBytes = 262_144

    public init(status: Int, cacheControl: String? = nil, ageSeconds: Int? = nil, body: [UInt8]) {
        self.status = status
        self.cacheControl = cacheControl
        self.ageSeconds = ageSeconds
        self.body = body
    }

    /// Bounds of how long keys are kept, in seconds: a server that says nothing is asked every five minutes, and none is believed for
    /// longer than a day.
    static let (standardLifetimeSeconds, maxLifetimeSeconds) = (300, 86_400)

    /// How long the keys may be used, in seconds (RFC 9111, section 5.2.2).
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
