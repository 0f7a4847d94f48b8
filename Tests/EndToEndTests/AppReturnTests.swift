import Foundation
import LatchkeySecrets
import ServerUnderTest
import Synchronization
import Testing

@testable import LatchkeyAuth

/// A registered app that is opened by its URL scheme, after real pages of the server and the sandbox.
@Suite(.timeLimit(.minutes(10))) struct AppReturnTests {
    private struct App: Decodable {
        let id: String
    }

    private func auth(_ app: AppServer) async throws -> Auth {
        let registered: App = try await app.server.latchkey(
            "projects", "app", "add", "--platform", "ios", "--bundle-id", "org.example.App", "--json"
        ).json()
        var configuration = app.configuration(of: "phone")
        configuration.appID = registered.id
        configuration.bundleID = "org.example.App"
        return Auth(
            configuration: configuration, transport: nil, storage: MemorySessionStorage(), now: { Date() }, random: .system,
            webFlow: AppWebFlow(timeout: .seconds(120)) { _, _ in SystemBrowser() })
    }

    @Test func appIsOpenedWithTheResult() async throws {
        try await AppServer.run { app in
            let auth = try await auth(app)
            let opened = Mutex<[Bool]>([])
            let browser = SandboxVisitor(as: "ada") { url in opened.withLock { $0 += [auth.canHandle(url), auth.canHandle(url)] } }
            let result = try await auth.signIn(with: OAuthProvider(providerID: .twitter, auth: auth), uiDelegate: browser)
            #expect(result.additionalUserInfo?.username == "ada")
            #expect(opened.withLock { $0 } == [true, false], "a second delivery is not handled")
        }
    }

    @Test func deniedConsentReturnsToTheApp() async throws {
        try await AppServer.run { app in
            let auth = try await auth(app)
            let browser = SandboxVisitor(as: "ada", isWilling: false) { url in #expect(auth.canHandle(url)) }
            await #expect {
                try await auth.signIn(with: OAuthProvider(providerID: .twitter, auth: auth), uiDelegate: browser)
            } throws: {
                $0.authErrorCode == .webSignInUserInteractionFailure
            }
            #expect(auth.currentUser == nil)
        }
    }
}
