import Hummingbird
import LatchkeyOAuth

/// `GET /1.1/account/verify_credentials.json`: returns the token's person.
struct VerifyCredentialsEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("1.1/account/verify_credentials.json") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let caller = try await TwitterCaller(request, state: state, context: context)
            let isLimited = state.withLedger {
                $0.faults.take(.accessLevel, provider: .twitter, path: request.faultPath, person: caller.person.key) != nil
            }
            guard caller.call.app.accessLevel == .elevated, !isLimited else { throw TwitterRefusal.accessLevel }
            let parameters = caller.call.signed.allParameters
            var user = TwitterUserObject(caller.account, name: caller.person.name, base: request.address.description)
            user.includesEntities = try Self.boolean(parameters, "include_entities", default: true)
            user.includesStatus = try !Self.boolean(parameters, "skip_status", default: false)
            let wantsEmail = try Self.boolean(parameters, "include_email", default: false)
            user.email = wantsEmail ? caller.email : nil
            return Response.json(user.json, headers: caller.headers)
        }
    }

    private static func boolean(_ parameters: FormParameters, _ name: String, default: Bool) throws -> Bool {
        switch parameters[name]?.lowercased() {
        case nil: `default`
        case "true", "t", "1": true
        case "false", "f", "0": false
        default: throw TwitterRefusal.invalidParameter(name)
        }
    }
}
