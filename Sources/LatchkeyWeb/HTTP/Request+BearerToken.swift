import HTTPTypes
package import Hummingbird

extension Request {
    /// The bearer token of the `Authorization` header (RFC 6750, section 2.1); `nil` without the header or with another scheme.
    package var bearerToken: String? {
        guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2, parts[0].lowercased() == "bearer"
        else {
            return nil
        }
        return String(parts[1])
    }
}
