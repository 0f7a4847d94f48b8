import Foundation

/// Data of many megabytes of JSON.
enum LargeNode {
    /// Writes texts under short keys.
    ///
    /// - Returns: The size of the JSON in bytes.
    static func put(
        _ leaves: Int, of text: String, at place: String, _ server: LatchkeyServer, authorization: [String: String]
    ) async throws -> Int {
        let children = (0..<leaves).map { #""k\#(1_000_000 + $0)":"\#(text)""# }.joined(separator: ",")
        let body = Data("{\(children)}".utf8)
        // This request may take longer than a small one.
        let status = try HTTPConnection(port: server.databasePort).exchange(
            HTTPMessage.put("\(place).json?print=silent&writeSizeLimit=unlimited", body: body, headers: authorization))
        guard status == 204 else { throw BenchmarkFailure("a node of \(body.count) bytes was refused with status \(status)") }
        return body.count
    }
}
