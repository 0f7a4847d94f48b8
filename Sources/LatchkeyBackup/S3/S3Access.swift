public import LatchkeySecrets

/// The key that signs requests to S3.
public struct S3Credentials: Sendable {
    /// The access key ID.
    public let keyID: String
    /// The secret access key.
    public let secretKey: Secret<String>
    /// The token of temporary credentials.
    public let sessionToken: Secret<String>?

    /// Creates credentials; only temporary ones have a token.
    public init(keyID: String, secretKey: Secret<String>, sessionToken: Secret<String>? = nil) {
        (self.keyID, self.secretKey, self.sessionToken) = (keyID, secretKey, sessionToken)
    }
}

/// An S3 server, and the credentials for it.
public struct S3Access: Sendable {
    /// The address of a server other than Amazon's; `nil` for Amazon's of the region.
    public let endpoint: S3Endpoint?
    /// The region, which is part of each signature.
    public let region: String
    /// The key that signs requests.
    public let credentials: S3Credentials

    /// Creates the access to a server.
    public init(endpoint: S3Endpoint?, region: String, credentials: S3Credentials) {
        (self.endpoint, self.region, self.credentials) = (endpoint, region, credentials)
    }

    /// Returns whether a text can be the name of a region.
    public static func isRegion(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0 == 0x2d || (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
    }

    /// The URL without the path, the value of the header `Host`, and the beginning of the path of a bucket.
    func address(of bucket: String) -> (url: String, host: String, path: String) {
        if let endpoint { return (endpoint.scheme + "://" + endpoint.authority, endpoint.authority, "/" + bucket) }
        // A certificate of Amazon does not fit names with dots.
        let host = "s3.\(region).amazonaws.com"
        if bucket.contains(".") { return ("https://" + host, host, "/" + bucket) }
        return ("https://\(bucket).\(host)", "\(bucket).\(host)", "")
    }
}

/// The address of an S3 server. Its buckets are the first part of a path.
public struct S3Endpoint: Sendable, Equatable {
    /// `http` or `https`.
    public let scheme: String
    /// The name or the address, without brackets.
    public let host: String
    /// The host as in a URL, with the port unless it is the standard one.
    public let authority: String

    /// - Parameter text: For example `https://minio.example.org:9000`. A path is not possible.
    /// - Returns: `nil` for other texts.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: "://"), text.utf8.count <= 300 else { return nil }
        scheme = String(text[..<mark.lowerBound])
        let rest = text.hasSuffix("/") ? text[mark.upperBound...].dropLast() : text[mark.upperBound...]
        guard ["http", "https"].contains(scheme), let (host, port) = Self.split(rest) else { return nil }
        let standard = scheme == "https" ? 443 : 80
        self.host = host.filter { !"[]".contains($0) }
        authority = port == nil || port == standard ? host : "\(host):\(port ?? standard)"
    }

    private static func split(_ text: Substring) -> (String, Int?)? {
        let isAddress = text.hasPrefix("[")
        guard let end = isAddress ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":") ?? text.endIndex else {
            return nil
        }
        let host = text[..<end]
        let allowed = isAddress ? "[]:0123456789abcdefABCDEF" : "-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        guard !host.isEmpty, host.allSatisfy({ allowed.contains($0) }) else { return nil }
        if end == text.endIndex { return (host.lowercased(), nil) }
        guard text[end] == ":", let port = Int(text[text.index(after: end)...]), (1...65_535).contains(port) else { return nil }
        return (host.lowercased(), port)
    }
}
