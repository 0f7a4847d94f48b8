import HTTPTypes
import Hummingbird
import LatchkeyWeb
import LatchkeyWire

/// A call or feature for which Google's emulator returns 501, with its message.
struct NotEmulated: ErrorWithEnvelope, Equatable {
    /// The description of every such call.
    static let words = APIWords(nil, .emulator, "Unavailable in emulators", "Status 501, as in Google's emulator.")

    let message: String

    init(_ message: String) {
        self.message = message
    }

    var envelope: WireErrorEnvelope {
        WireErrorEnvelope(
            code: 501, message: message, errors: [.init(message: message, reason: "unimplemented")], status: "NOT_IMPLEMENTED")
    }
}

/// Calls that Google's emulator lists but does not implement.
enum NotEmulatedCalls {
    private struct Call {
        let method: HTTPRequest.Method
        let path: String
        let id: String
    }

    private static let calls = [
        Call(method: .post, path: "/v1/accounts:issueSamlResponse", id: "accounts.issueSamlResponse"),
        Call(method: .post, path: "/v1/accounts:signInWithGameCenter", id: "accounts.signInWithGameCenter"),
        Call(method: .post, path: "/v1/accounts:verifyIosClient", id: "accounts.verifyIosClient"),
        Call(method: .post, path: "/v2/accounts:revokeToken", id: "accounts.revokeToken"),
        Call(method: .get, path: "/v2/recaptchaConfig", id: "getRecaptchaConfig"),
    ]
    private static let service = "identitytoolkit"

    static let operations = calls.map { call in
        APIOperation(
            method: call.method, path: prefixed(call),
            words: NotEmulated.words, access: .apiKey,
            input: .nothing,
            output: .object
        ).refusing(with: 501)
    }

    static func add(to router: Router<ServerContext>, resolver: CallerResolver) {
        for call in calls {
            let refusal = NotEmulated("\(service).\(call.id) is not implemented in the Auth Emulator.")
            router.on(RouterPath(prefixed(call)), method: call.method) { request, _ -> Response in
                _ = try await resolver.project(of: request)
                throw refusal
            }
        }
    }

    private static func prefixed(_ call: Call) -> String { "/\(service).googleapis.com" + call.path }
}
