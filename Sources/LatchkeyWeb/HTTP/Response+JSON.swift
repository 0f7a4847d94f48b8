package import HTTPTypes
package import Hummingbird
import LatchkeyWire
import NIOCore

extension Response {
    /// Creates a JSON response that caches must not store, because most responses contain tokens or personal data.
    package static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        json(bytes: try WireEncoder.encode(value), status: status)
    }

    package static func json(bytes: [UInt8], status: HTTPResponse.Status = .ok, cacheControl: String = "no-store") -> Response {
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: cacheControl]
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
