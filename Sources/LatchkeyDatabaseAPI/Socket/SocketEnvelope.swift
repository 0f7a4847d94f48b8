import LatchkeyTree

/// A message from a client: a control message or a request.
enum SocketEnvelope {
    case control(String)
    case data(JSONValue)

    /// - Throws: An error for messages that violate the protocol. The session cannot continue.
    init(json text: [UInt8], limits: TreeLimits = .oneRequest) throws {
        let message = try JSONValue(json: text, limits: limits)
        switch (message["t"]?.string, message["d"]) {
        case ("c", let data?): self = .control(data["t"]?.string ?? "")
        case ("d", let data?): self = .data(data)
        default: throw SocketRequestError("not a message of this protocol")
        }
    }
}
