/// Endpoints that take the place of others, by the type of the replaced endpoint. A server that imitates another one registers its own calls
/// here, so that the modules that add endpoints do not depend on it.
package struct EndpointReplacements: Sendable {
    private struct Replacement<Call: Endpoint>: Sendable {
        let make: @Sendable (Call) -> any Endpoint
    }

    private var replacements: [ObjectIdentifier: any Sendable] = [:]

    package init() {}

    /// Replaces each endpoint of a type.
    ///
    /// - Parameter make: Returns the endpoint to add, which may use the replaced one.
    package mutating func replace<Call: Endpoint>(_ type: Call.Type, with make: @escaping @Sendable (Call) -> any Endpoint) {
        replacements[ObjectIdentifier(type)] = Replacement<Call>(make: make)
    }

    /// Adds checks before an endpoint and a change to its response after it.
    package mutating func prepare<Call: Endpoint>(
        _ type: Call.Type, by prepare: @escaping PreparedEndpoint<Call>.Preparation, finishedBy finish: PreparedEndpoint<Call>.Finish? = nil
    ) {
        replace(type) { PreparedEndpoint($0, preparedBy: prepare, finishedBy: finish) }
    }

    /// Returns the endpoint to add in place of another one; the same one without a replacement.
    func replacement<Call: Endpoint>(for call: Call) -> any Endpoint {
        guard let replacement = replacements[ObjectIdentifier(Call.self)] as? Replacement<Call> else { return call }
        return replacement.make(call)
    }
}
