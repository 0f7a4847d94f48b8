package import LatchkeyIdentity

/// A call with checks before it and a change to its response after it.
package struct PreparedEndpoint<Call: Endpoint>: Endpoint {
    package typealias Ask = Call.Ask
    package typealias Answer = Call.Answer
    /// Rejects a request, or returns it as the call should see it.
    package typealias Preparation = @Sendable (Ask, Caller) async throws -> Ask
    /// Returns the response as the client should see it.
    package typealias Finish = @Sendable (Ask, Answer, Caller) async throws -> Answer

    package static var name: String { Call.name }
    package static var version: String { Call.version }
    package static var legacyName: String? { Call.legacyName }
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

    package static func tenant(of ask: Ask) -> String? { Call.tenant(of: ask) }

    package func answer(_ asked: Ask, from caller: Caller) async throws -> Answer {
        let ask = try await prepare(asked, caller)
        let answer = try await call.answer(ask, from: caller)
        return try await finish?(ask, answer, caller) ?? answer
    }
}
