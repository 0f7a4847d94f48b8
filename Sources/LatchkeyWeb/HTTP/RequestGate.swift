public import HTTPTypes
public import Hummingbird

/// A middleware that refuses requests by their headers alone, so that it can also check a request that becomes a web socket.
public protocol RequestGate: RouterMiddleware where Context == ServerContext {
    /// Why the request is refused; nil if it is not.
    func refusal(authority: String?, headers: HTTPFields) -> String?
}
