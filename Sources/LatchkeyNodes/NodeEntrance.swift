import HTTPTypes
public import Hummingbird
public import LatchkeyIdentity
public import LatchkeyWeb
import LatchkeyWire

/// Responds to the requests of administrators that other nodes pass on, and hands all others to the port on which it stands.
public struct NodeEntrance<Port: HTTPResponder>: HTTPResponder where Port.Context == ServerContext {
    /// Responds to a request that another node has passed on.
    public typealias Door = @Sendable (Request, ServerContext) async throws -> Response

    private let port: Port
    private let node: NodePassage?
    private let trustedProxies: [AddressRange]
    private let doors: [NodeDoor: Door]

    /// - Parameters:
    ///   - port: Responds to the requests of clients.
    ///   - node: Checks the proofs of other nodes; `nil` if there are none.
    ///   - trustedProxies: The addresses of the nodes.
    ///   - doors: The parts of this node.
    public init(_ port: Port, of node: NodePassage?, trustedProxies: [AddressRange], doors: [NodeDoor: Door]) {
        self.port = port
        self.node = node
        self.trustedProxies = trustedProxies
        self.doors = doors
    }

    /// Returns the response of a part of this node, or of the port.
    public func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let header = NodeSeal.header, let proof = request.headers[header] else {
            return try await port.respond(to: request, context: context)
        }
        guard let node, PassedRequest.isMarked(request.headers),
            PassedRequest.isTrusted(request.headers, from: context.remoteAddress, trustedProxies),
            let door = node.seal.door(proof, at: node.name, request.method, request.uri.string, request.headers),
            let respond = doors[door]
        else { return try .json(Self.refusal, status: .forbidden) }
        return try await respond(Self.restored(request), context)
    }

    private static var refusal: WireErrorEnvelope {
        WireErrorEnvelope(
            code: 403,
            message: """
                This node does not accept the request of another node. Nodes need the same store, clocks that differ by less than five \
                minutes, and each other's addresses in trusted-proxy.
                """, status: "PERMISSION_DENIED")
    }

    /// Returns the request without its proof, and without its host and origin: the other node has compared them with its own address, which
    /// may differ.
    private static func restored(_ request: Request) -> Request {
        var head = request.head
        if let header = NodeSeal.header { head.headerFields[header] = nil }
        head.headerFields[.origin] = nil
        head.authority = nil
        return Request(head: head, body: request.body)
    }
}
