import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import NIOCore

extension HTTPField.Name {
    /// The detailed reason for an error, which the real provider does not reveal.
    static let sandboxReason = Self("x-sandbox-reason")!
    /// The expected base string of a signature.
    static let sandboxBaseString = Self("x-sandbox-base-string")!
}

extension Response {
    static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        bytes(Array(text.utf8), type: type, status: status, headers: headers)
    }

    static func json(
        _ value: JSON, type: String = "application/json; charset=utf-8", status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        bytes(value.bytes, type: type, status: status, headers: headers)
    }

    static func form(_ parameters: FormParameters, headers: HTTPFields = [:]) -> Response {
        text(parameters.formEncoded, type: "application/x-www-form-urlencoded; charset=utf-8", headers: headers)
    }

    static func found(_ location: String) -> Response {
        Response(status: .found, headers: [.location: location])
    }

    static func bytes(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// Limits text to characters and a length that are safe for a header.
enum HeaderText {
    static func clean(_ text: String, maxLength: Int = 400) -> String {
        var cleaned = ""
        for scalar in text.unicodeScalars.prefix(maxLength) {
            cleaned.unicodeScalars.append((0x20...0x7E).contains(scalar.value) ? scalar : "?")
        }
        return cleaned
    }
}
