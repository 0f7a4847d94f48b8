import LatchkeyTree

/// A message of a client's: about the connection, or a request.
enum SocketEnvelope {
    case control(String)
    case data(JSONValue)

    /// - Throws: for what is no message of this protocol, so that there is no going on.
    init(json text: [UInt8], limits: TreeLimits = .oneRequest) throws {
        let message = try JSONValue(json: text, limits: limits)
        switch (message["t"]?.string, message["d"]) {
        case ("c", let data?): self = .control(data["t"]?.string ?? "")
        case ("d", let data?): self = .data(data)
        default: throw SocketRequestError("no message of this protocol")
        }
    }
}
