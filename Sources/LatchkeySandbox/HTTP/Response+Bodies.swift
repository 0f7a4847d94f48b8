import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import NIOCore

extension HTTPField.Name {
    /// Why a request was refused, in words that the real provider keeps to itself.
    static let sandboxReason = Self("x-sandbox-reason")!
    /// The base string that the signature should have been made of.
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

/// Makes any text fit for a header: visible ASCII and spaces, and not too long.
enum HeaderText {
    static func clean(_ text: String, maxLength: Int = 400) -> String {
        var cleaned = ""
        for scalar in text.unicodeScalars.prefix(maxLength) {
            cleaned.unicodeScalars.append((0x20...0x7E).contains(scalar.value) ? scalar : "?")
        }
        return cleaned
    }
}
