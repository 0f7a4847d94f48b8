import Foundation

/// The response to an administrative request: the result as JSON, or the error.
struct AdminReply: Sendable {
    let result: Result<[UInt8], AdminError>

    init(_ result: Result<[UInt8], AdminError>) {
        self.result = result
    }

    func read<Reply: Decodable>(as type: Reply.Type) throws -> Reply {
        try AdminJSON.decode(type, from: result.get())
    }
}

/// The error of an administrative request, for the administrator.
struct AdminError: Error, Codable, Equatable, CustomStringConvertible {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    var description: String { text }
}

/// The JSON encoding of requests and responses.
enum AdminJSON {
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(value))
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(bytes))
    }
}
