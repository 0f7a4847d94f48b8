/// A call of Latchkey's and its body, for whoever sends it.
struct ServerCall: Sendable {
    let name: String
    let body: any Encodable & Sendable
}
