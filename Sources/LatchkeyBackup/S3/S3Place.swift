/// A place in a bucket: `s3://BUCKET/KEY`.
public struct S3Place: Sendable, Equatable, CustomStringConvertible {
    /// The name of the bucket.
    public let bucket: String
    /// The key of an object, or the beginning of the keys of several ones; without a slash at its ends.
    public let key: String

    /// The beginning of every address.
    public static let scheme = "s3://"
    /// The length of a key in bytes (Amazon S3, "Naming Amazon S3 objects").
    private static let maxKeyBytes = 1024

    /// - Returns: `nil` for other texts.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bucket = parts.first, Self.isBucket(bucket) else { return nil }
        var key = parts.count > 1 ? parts[1] : ""
        while key.hasSuffix("/") { key.removeLast() }
        // Clients and proxies normalize such paths, so that their signature would not match.
        let names = key.split(separator: "/", omittingEmptySubsequences: false)
        guard key.isEmpty || !names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), key.utf8.count <= Self.maxKeyBytes - 64,
            !key.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f })
        else { return nil }
        (self.bucket, self.key) = (String(bucket), String(key))
    }

    private init(bucket: String, key: String) {
        (self.bucket, self.key) = (bucket, key)
    }

    /// Returns a place below this one.
    public func appending(_ name: String) -> Self { Self(bucket: bucket, key: key.isEmpty ? name : key + "/" + name) }

    /// Returns the place of a key in the same bucket.
    func at(_ key: String) -> Self { Self(bucket: bucket, key: key) }

    /// The address, `s3://BUCKET/KEY`.
    public var description: String { Self.scheme + bucket + (key.isEmpty ? "" : "/" + key) }

    private static func isBucket(_ name: Substring) -> Bool {
        (3...63).contains(name.utf8.count) && !name.hasPrefix(".") && !name.hasPrefix("-") && !name.contains("..")
            && name.utf8.allSatisfy { $0 == 0x2d || $0 == 0x2e || (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
    }
}
