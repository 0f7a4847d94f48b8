import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// A client call of an emulator. It runs the checks of Google's emulator in the same order, then the server's own call.
struct EmulatedEndpoint<Call: Endpoint>: Endpoint {
    typealias Ask = Call.Ask
    typealias Answer = Call.Answer
    /// Rejects a request as Google's emulator does, and removes the members that Google's emulator ignores.
    typealias Preparation = @Sendable (Ask, Caller) async throws -> Ask
    /// Adds the members of Google's emulator to a response.
    typealias Finish = @Sendable (Ask, Answer, Caller) async throws -> Answer

    static var name: String { Call.name }
    static var version: String { Call.version }
    static var legacyName: String? { Call.legacyName }
    static var asksProviders: Bool { Call.asksProviders }
    static var keepsUsers: Bool { Call.keepsUsers }

    let call: Call
    let prepare: Preparation
    let finish: Finish?

    static func tenant(of ask: Ask) -> String? { Call.tenant(of: ask) }

    func answer(_ asked: Ask, from caller: Caller) async throws -> Answer {
        let ask = try await prepare(asked, caller)
        let answer = try await call.answer(ask, from: caller)
        return try await finish?(ask, answer, caller) ?? answer
    }
}

extension EndpointRoutes {
    /// Adds an endpoint, with the emulator's checks if there are any.
    ///
    /// - Parameters:
    ///   - preparation: The emulator's checks before the call; nil on a real server.
    ///   - finish: The emulator's change to the response.
    func add<Call: Endpoint>(
        _ call: Call, to router: Router<ServerContext>, preparedBy preparation: EmulatedEndpoint<Call>.Preparation?,
        finishedBy finish: EmulatedEndpoint<Call>.Finish? = nil
    ) {
        guard let preparation else { return add(call, to: router) }
        add(EmulatedEndpoint(call: call, prepare: preparation, finish: finish), to: router)
    }
}
