package import HTTPTypes
package import Hummingbird
import LatchkeyWire
import NIOCore

extension Response {
    package static let uncached = "no-store"
    // Created once: responses share the storage.
    private static let standardHeaders: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: uncached, .xContentTypeOptions: "nosniff",
    ]

    /// Creates a JSON response that caches must not store, because most responses contain tokens or personal data.
    package static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        json(bytes: try WireEncoder.encode(value), status: status)
    }

    package static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok, cacheControl: String = uncached) -> Response {
        var headers = standardHeaders
        if cacheControl != uncached { headers[.cacheControl] = cacheControl }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
