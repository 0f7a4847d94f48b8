import Foundation

/// Requests as bytes, which are created once and sent many times.
enum HTTPMessage {
    static func get(_ path: String, headers: [String: String] = [:]) -> [UInt8] {
        message("GET", path, headers: headers, body: nil)
    }

    static func post(_ path: String, form: String, headers: [String: String] = [:]) -> [UInt8] {
        message("POST", path, headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }, body: Data(form.utf8))
    }

    static func post(_ path: String, json: some Encodable, headers: [String: String] = [:]) throws -> [UInt8] {
        message("POST", path, headers: headers.merging(["Content-Type": "application/json"]) { $1 }, body: try JSONEncoder().encode(json))
    }

    static func patch(_ path: String, json: some Encodable, headers: [String: String] = [:]) throws -> [UInt8] {
        message("PATCH", path, headers: headers.merging(["Content-Type": "application/json"]) { $1 }, body: try JSONEncoder().encode(json))
    }

    static func put(_ path: String, body: Data, headers: [String: String] = [:]) -> [UInt8] {
        message("PUT", path, headers: headers, body: body)
    }

    static func post(_ path: String, body: Data) -> [UInt8] {
        message("POST", path, headers: [:], body: body)
    }

    /// Returns a `POST` request without a body.
    static func post(_ path: String, headers: [String: String]) -> [UInt8] {
        message("POST", path, headers: headers, body: Data())
    }

    private static func message(_ method: String, _ path: String, headers: [String: String], body: Data?) -> [UInt8] {
        var text = "\(method) \(path) HTTP/1.1\r\n"
        if headers["Host"] == nil { text += "Host: 127.0.0.1\r\n" }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + (body ?? Data())
    }
}

extension HTTPConnection {
    /// Sends a request that must succeed and decodes the response.
    func request<Reply: Decodable>(_ request: [UInt8], for type: Reply.Type) throws -> Reply {
        try exchange(request) { status, body in
            guard (200..<300).contains(status) else {
                throw BenchmarkFailure("status \(status): \(String(decoding: body, as: UTF8.self))")
            }
            return try JSONDecoder().decode(type, from: Data(body))
        }
    }
}
