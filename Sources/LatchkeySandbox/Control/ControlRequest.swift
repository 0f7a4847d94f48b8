import Hummingbird

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ReceivedRequest {
    /// Reads a JSON body of the control interface; throws ``SandboxError`` that names what is wrong.
    ///
    /// The content type is demanded because a page of another site can send JSON only under another name without being asked.
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
            throw SandboxError(.invalidValue, "the body is no JSON object")
        }
    }
}
