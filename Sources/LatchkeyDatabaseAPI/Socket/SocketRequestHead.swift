import Foundation
import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The head of the request that was upgraded to a WebSocket.
struct SocketRequestHead: Sendable {
    let host: String
    /// The query parameters, such as `ns`, the database's name, and `ls`, the ID of the client's previous session.
    let query: [String: String]
    let fields: HTTPFields

    init(_ head: HTTPRequestHead) {
        host = head.headers.first(name: "host") ?? ""
        let items = URLComponents(string: head.uri)?.queryItems ?? []
        query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, last in last })
        fields = HTTPFields(head.headers, splitCookie: false)
    }
}
