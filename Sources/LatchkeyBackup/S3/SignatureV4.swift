import Crypto
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signs requests to S3.
///
/// Source: Amazon S3, "Authenticating Requests (AWS Signature Version 4)".
struct SignatureV4 {
    let credentials: S3Credentials
    let region: String

    /// A request as it is signed.
    struct Request {
        var method: String
        /// The path, not encoded.
        var path: String
        /// The parameters, not encoded.
        var query: [(String, String)] = []
        /// All headers that are signed, with `host`.
        var headers: [(String, String)]
        var body: [UInt8] = []

        /// The path and the query of the URL.
        var target: String { SignatureV4.encode(path, keeping: "/") + (query.isEmpty ? "" : "?" + encodedQuery) }

        fileprivate var encodedQuery: String {
            query.map { (SignatureV4.encode($0), SignatureV4.encode($1)) }.sorted { $0 < $1 }.map { $0 + "=" + $1 }.joined(separator: "&")
        }
    }

    /// Returns the headers of a request with those of the signature.
    func headers(for request: Request, at time: Date) -> [(String, String)] {
        let stamp = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        let hash = Self.hex(SHA256.hash(data: request.body))
        var headers = request.headers + [("x-amz-content-sha256", hash), ("x-amz-date", stamp)]
        if let token = credentials.sessionToken { headers.append(("x-amz-security-token", token.expose())) }
        let signed = headers.map { ($0.lowercased(), $1) }.sorted { $0.0 < $1.0 }
        let names = signed.map(\.0).joined(separator: ";")
        let canonical = [
            request.method, Self.encode(request.path, keeping: "/"), request.encodedQuery,
            signed.map { "\($0):\($1)\n" }.joined(), names, hash,
        ].joined(separator: "\n")
        let scope = [String(stamp.prefix(8)), region, "s3", "aws4_request"]
        let text = ["AWS4-HMAC-SHA256", stamp, scope.joined(separator: "/"), Self.hex(SHA256.hash(data: Array(canonical.utf8)))]
        let signature = Self.hex(authenticate(text.joined(separator: "\n"), scope: scope))
        headers.append(
            (
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=\(credentials.keyID)/\(scope.joined(separator: "/")), SignedHeaders=\(names), Signature=\(signature)"
            ))
        return headers
    }

    private func authenticate(_ text: String, scope: [String]) -> some Sequence<UInt8> {
        let first = SymmetricKey(data: Array(("AWS4" + credentials.secretKey.expose()).utf8))
        let key = scope.reduce(first) { key, part in SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Array(part.utf8), using: key))
        }
        return HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }

    /// Percent-encodes all bytes but letters, digits and `-._~`.
    private static func encode(_ text: String, keeping others: String = "") -> String {
        let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~\(others)".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { kept.contains($0) ? [$0] : [0x25, digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
