package import LatchkeyIdentity

/// A call with checks before it and a change to its response after it.
package struct PreparedEndpoint<Call: Endpoint>: Endpoint {
    package typealias Input = Call.Input
    package typealias Output = Call.Output
    /// Rejects a request, or returns it as the call should see it.
    package typealias Preparation = @Sendable (Input, Caller) async throws -> Input
    /// Returns the response as the client should see it.
    package typealias Finish = @Sendable (Input, Output, Caller) async throws -> Output

    package static var name: String { Call.name }
    package static var version: String { Call.version }
    package static var version3Name: String? { Call.version3Name }
    package static var words: APIWords { Call.words }
    package static var asksProviders: Bool { Call.asksProviders }
    package static var keepsUsers: Bool { Call.keepsUsers }

    let call: Call
    let prepare: Preparation
    let finish: Finish?

    package init(_ call: Call, preparedBy prepare: @escaping Preparation, finishedBy finish: Finish? = nil) {
        self.call = call
        self.prepare = prepare
        self.finish = finish
    }

    package static func tenant(of input: Input) -> String? { Call.tenant(of: input) }

    package func respond(to received: Input, from caller: Caller) async throws -> Output {
        let input = try await prepare(received, caller)
        let reply = try await call.respond(to: input, from: caller)
        return try await finish?(input, reply, caller) ?? reply
    }
}
