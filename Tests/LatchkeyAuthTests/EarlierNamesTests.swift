import Foundation
import LatchkeyAuth
import Testing

/// The earlier names of Firebase's client: code that was never updated compiles and behaves as before.
@Suite struct EarlierNamesTests {
    @Test @MainActor func earlierSignInNamesWork() async throws {
        for way in 0..<4 {
            let transport = ScriptedTransport(Sample.passwordSignIn, Sample.account())
            let names: any Names = EarlierNames(auth: Auth(transport))
            let uid = await withCheckedContinuation { names.signIn(way, $0) }
            #expect(uid == "u1")
            let method = ["signUp", "signUp", "signInWithPassword", "signInWithCustomToken"][way]
            #expect(transport.calls.first?.hasPrefix("accounts:\(method) ") == true)
        }
    }

    @Test @MainActor func earlierTokenNamesWork() async throws {
        let transport = ScriptedTransport(Sample.token("2"), Sample.token("3"))
        let (auth, user) = try await Sample.signedIn(transport)
        let names: any Names = EarlierNames(auth: auth)
        #expect(await withCheckedContinuation { names.token(user, false, $0) } == "id-1")
        #expect(await withCheckedContinuation { names.token(user, true, $0) } == "id-2")
        #expect(try await names.tokens(user) == ["id-2", "id-3"])
        names.changeRequest(user).displayName = "Ann"
        #expect(transport.calls.allSatisfy { $0.hasPrefix("token ") }, "nothing is sent before it is committed")
    }
}

/// Lets a test call deprecated names without a deprecation warning.
@MainActor private protocol Names {
    func signIn(_ way: Int, _ done: CheckedContinuation<String?, Never>)
    func token(_ user: User, _ isForced: Bool, _ done: CheckedContinuation<String?, Never>)
    func tokens(_ user: User) async throws -> [String]
    func changeRequest(_ user: User) -> UserProfileChangeRequest
}

@MainActor private struct EarlierNames: Names {
    let auth: Auth

    @available(*, deprecated, message: "Uses earlier names")
    func signIn(_ way: Int, _ done: CheckedContinuation<String?, Never>) {
        let completion: @MainActor (AuthDataResult?, (any Error)?) -> Void = { result, _ in done.resume(returning: result?.user.uid) }
        switch way {
        case 0: auth.signInAnonymouslyAndRetrieveData(completion: completion)
        case 1: auth.createUserAndRetrieveData(withEmail: "ann@example.com", password: "secret-1", completion: completion)
        case 2: auth.signInAndRetrieveData(withEmail: "ann@example.com", password: "secret-1", completion: completion)
        default: auth.signInAndRetrieveData(withCustomToken: "signed.by.backend", completion: completion)
        }
    }

    @available(*, deprecated, message: "Uses earlier names")
    func token(_ user: User, _ isForced: Bool, _ done: CheckedContinuation<String?, Never>) {
        if isForced {
            user.getTokenForcingRefresh(true) { token, _ in done.resume(returning: token) }
        } else {
            user.getToken { token, _ in done.resume(returning: token) }
        }
    }

    @available(*, deprecated, message: "Uses earlier names")
    func tokens(_ user: User) async throws -> [String] {
        [try await user.idToken(), try await user.idTokenForcingRefresh(true)]
    }

    @available(*, deprecated, message: "Uses earlier names")
    func changeRequest(_ user: User) -> UserProfileChangeRequest { user.profileChangeRequest() }
}
