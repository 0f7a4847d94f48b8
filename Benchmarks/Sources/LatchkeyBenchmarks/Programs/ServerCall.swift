/// A call of Latchkey's API with its body.
struct ServerCall: Sendable {
    let name: String
    let body: any Encodable & Sendable
}
