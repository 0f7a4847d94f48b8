import Foundation
import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// What the request said that became a web socket.
struct SocketRequestHead: Sendable {
    let host: String
    /// `ns`, the database's name, and `ls`, the session that the client had before.
    let query: [String: String]
    let fields: HTTPFields

    init(_ head: HTTPRequestHead) {
        host = head.headers.first(name: "host") ?? ""
        let items = URLComponents(string: head.uri)?.queryItems ?? []
        query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, last in last })
        fields = HTTPFields(head.headers, splitCookie: false)
    }
}
