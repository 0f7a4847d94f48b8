import Foundation
import HTTPTypes
import LatchkeyTree
import NIOCore

/// The handshake of a link.
extension NodePassage {
    /// The name of the protocol of links, in the header `Upgrade`. Another version of the messages gets another name: a node that does not know
    /// it refuses the link, and web sockets are passed on to it instead.
    package static let linkProtocol = "latchkey-follow-1"
    /// The path of links at the database port.
    package static let linkPath = "/.follow"

    /// Opens a link to the node that has a database.
    ///
    /// - Throws: ``FollowingRefused`` if that node does not let this one follow; an error of the connection.
    func follow(_ other: DatabaseOfAnotherNode, on eventLoop: any EventLoop) async throws -> NodeLink {
        guard let address = address(of: other.node, at: other.address, for: [:]) else { throw FollowingRefused() }
        var parts = URLComponents()
        parts.path = Self.linkPath
        parts.queryItems = [.init(name: "project", value: other.database.project), .init(name: "name", value: other.database.name)]
        let target = parts.string ?? Self.linkPath
        var fields = HTTPFields()
        if let mark = PassedRequest.mark { fields[mark] = "1" }
        if let header = NodeSeal.header { fields[header] = seal.proof(for: .links, at: other.node, .get, target, fields) }
        do {
            return try await NodeHandshake.open(to: address, Self.linkProtocol, target, fields, on: eventLoop) { channel, _ in
                try NodeLink.make(on: channel)
            }
        } catch is NodeHandshake.Refused {
            throw FollowingRefused()
        }
    }
}

/// The error of a node that does not let this one follow a database, for example because it is an older version. Pass requests on to it.
package struct FollowingRefused: Error {}
