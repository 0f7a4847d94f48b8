import Foundation
import Hummingbird

extension ReceivedRequest {
    /// Decodes a JSON body of the control API; throws ``SandboxError`` with the reason.
    ///
    /// The JSON content type is required because a page of another site cannot send it without a CORS preflight.
    func decodeControl<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard isJSON else { throw SandboxError(.invalidValue, "send the body as Content-Type: application/json") }
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch DecodingError.keyNotFound(let key, _) {
            throw SandboxError(.invalidValue, "the member \"\(key.stringValue)\" is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw SandboxError(.invalidValue, "the member \"\(path)\" has the wrong type")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw SandboxError(.invalidValue, "the member \"\(path)\" has an unknown value")
        } catch {
            throw SandboxError(.invalidValue, "the body is not a JSON object")
        }
    }
}
