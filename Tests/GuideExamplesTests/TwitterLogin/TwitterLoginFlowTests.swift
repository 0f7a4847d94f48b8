import Foundation
import HTTPTypes
import LatchkeyAuth
import LatchkeyOAuth
import LatchkeySecrets
import ServerUnderTest
import Testing
import TwitterLogin

/// The tutorial "Twitter Login with SwiftUI", with the sandbox's Twitter.
@MainActor @Suite(.timeLimit(.minutes(10))) struct TwitterLoginFlowTests {
    private let issued = OAuth1Token(token: "issued", secret: "secret")

    // S4.4
    @Test func aViewSeesThePageComeAndGo() async throws {
        try await AppServer.run { app in
            let configuration = try await TwitterLoginSandbox(app).registerTutorial()
            let service = TwitterService(configuration, center: NotificationCenter())
            #expect(service.authUrl == nil && !service.showSheet && service.callbackObserver == nil && service.credential == nil)
            service.whenPageOpens { page in
                #expect(service.authUrl == page && service.showSheet && service.callbackObserver != nil)
                // Two taps on the button start one sign-in.
                await #expect(throws: TwitterLoginError.busy) { try await service.authorize() }
                service.cancel()
            } orElse: {
                Issue.record($0)
            }
            await #expect(throws: TwitterLoginError.cancelled) { try await service.authorize() }
            #expect(service.authUrl == nil && !service.showSheet && service.callbackObserver == nil && service.credential == nil)
        }
    }

    // S4.10
    @Test func aRequestTokenIsIssued() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let token = try await TwitterService(try await sandbox.registerTutorial()).requestOAuthToken()
            #expect(!token.token.isEmpty && !token.secret.expose().isEmpty)

            let elsewhere = TwitterService(sandbox.configuration(callback: "twittersdk://"))
            await #expect { try await elsewhere.requestOAuthToken() } throws: { ($0 as? OAuthError)?.code == .callbackNotApproved }
            let stranger = TwitterService(
                TwitterConfiguration(consumerKey: AppServer.consumerKey, consumerSecret: "wrong", apiBase: sandbox.address))
            await #expect { try await stranger.requestOAuthToken() } throws: { ($0 as? OAuthError)?.code == .badClientCredentials }
        }
    }

    // S4.10
    @Test(arguments: [
        ("oauth_token=t&oauth_token_secret=s", TwitterLoginError.callbackNotConfirmed),
        ("oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=false", .callbackNotConfirmed),
        ("oauth_callback_confirmed=true&oauth_token=t", .malformedReply),
        ("oauth_callback_confirmed=true&oauth_token=t&oauth_token=u&oauth_token_secret=s", .malformedReply),
        ("oauth_token=%", .malformedQuery),
    ])
    func incompleteReplyIsRejected(body: String, error: TwitterLoginError) async throws {
        let twitter = CannedTwitter(.ok, body)
        let service = TwitterService(TwitterConfiguration(consumerKey: "CK", consumerSecret: "CS"), transport: twitter)
        await #expect(throws: error) { try await service.requestOAuthToken() }
        let request = try #require(twitter.requests.first)
        #expect(request.method == .post && request.path == "/oauth/request_token" && request.authority == "api.twitter.com")
        #expect(request.headerFields[.authorization]?.contains(#"oauth_callback="twittersdk%3A%2F%2F""#) == true)
    }

    // S4.11
    @Test func thePageHasTheTokenInItsAddress() throws {
        let service = TwitterService(TwitterConfiguration(consumerKey: "CK", consumerSecret: "CS"))
        let token = OAuth1Token(token: "a+b/c", secret: "s")
        #expect(try service.authorizeURL(for: token).absoluteString == "https://api.twitter.com/oauth/authorize?oauth_token=a%2Bb%2Fc")
        let page = try service.authorizeURL(for: token, page: .authenticate)
        #expect(page.absoluteString == "https://api.twitter.com/oauth/authenticate?oauth_token=a%2Bb%2Fc")
        let flow = Twitter(consumer: OAuth1Consumer(key: "CK", secret: "CS")).flow(callback: .outOfBand)
        #expect(page.absoluteString == flow.authorizationURL(for: token))
    }

    // S4.12
    @Test func accessTokenIdentifiesItsUser() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let service = TwitterService(try await sandbox.registerTutorial())
            let token = try await service.requestOAuthToken()
            let callback = try await sandbox.callback(of: try service.authorizeURL(for: token))
            #expect(callback.scheme == "twittersdk")
            let reply = try #require(CallbackReply(callback, to: token))
            await #expect { try await service.requestAccessToken(token, reply: .verified("guessed")) } throws: { $0 is OAuthError }

            let credential = try await service.requestAccessToken(token, reply: reply)
            #expect(credential.userID == "101815")
            #expect(credential.screenName == "ada")
            #expect(credential.accessToken.token != token.token)
            #expect(!"\(credential)".contains(credential.accessToken.token))
            // A verifier works for one exchange.
            await #expect { try await service.requestAccessToken(token, reply: reply) } throws: { $0 is OAuthError }
        }
    }

    // S4.12
    @Test func deniedConsentIsNotExchanged() async throws {
        let twitter = CannedTwitter(.ok, "")
        let service = TwitterService(TwitterConfiguration(consumerKey: "CK", consumerSecret: "CS"), transport: twitter)
        await #expect(throws: TwitterLoginError.denied) { try await service.requestAccessToken(issued, reply: .denied) }
        #expect(twitter.requests.isEmpty)
    }

    // S4.13
    @Test func theButtonSignsIn() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let configuration = try await sandbox.registerTutorial()
            let center = NotificationCenter()
            let service = TwitterService(configuration, center: center)
            let router = CallbackRouter(scheme: configuration.callbackScheme, center: center)
            service.whenPageOpens { page in
                // Unrelated URLs that are opened meanwhile change nothing.
                for foreign in ["twittersdk://?denied=foreign", "twittersdk://?oauth_token=foreign&oauth_verifier=v", "other://x"] {
                    router.open(try #require(URL(string: foreign)))
                }
                #expect(router.open(try await sandbox.callback(of: page)))
            } orElse: {
                Issue.record($0)
            }
            let credential = try await service.authorize()
            #expect(credential.userID == "101815" && credential.screenName == "ada")
            #expect(service.credential == credential)
            #expect(service.authUrl == nil && !service.showSheet && service.callbackObserver == nil)

        }
    }

    // S4.13
    @Test func deniedConsentDoesNotSignIn() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let configuration = try await sandbox.registerTutorial()
            let center = NotificationCenter()
            let service = TwitterService(configuration, center: center)
            let router = CallbackRouter(scheme: configuration.callbackScheme, center: center)
            service.whenPageOpens {
                router.open(try await sandbox.callback(of: $0, says: "deny"))
            } orElse: {
                Issue.record($0)
            }
            await #expect(throws: TwitterLoginError.denied) { try await service.authorize() }
            #expect(service.credential == nil && service.callbackObserver == nil && !service.showSheet)
        }
    }

    @Test func aProgramListensOnThisMachine() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let center = NotificationCenter()
            let callback = try await LoopbackCallback.start(CallbackRouter(scheme: "http", center: center))
            let service = TwitterService(sandbox.configuration(callback: callback.address), center: center)
            service.whenPageOpens {
                try await SandboxVisitor(as: "ada").present($0.absoluteString)
            } orElse: {
                Issue.record($0)
            }
            #expect(try await service.authorize().screenName == "ada")
            let base = callback.address.dropLast("/callback".count)
            #expect(try await Web.get("\(base)/elsewhere?denied=x").status == 404)
            #expect(try await Web.post("\(base)/callback?denied=x", json: [:]).status == 404)
            #expect(try await Web.get("\(base.replacing("127.0.0.1", with: "localhost"))/callback?denied=x").status == 404)
            await callback.stop()
        }
    }

    @Test func userEntersThePIN() async throws {
        try await AppServer.run { app in
            let sandbox = try TwitterLoginSandbox(app)
            let service = TwitterService(sandbox.desktop)
            let credential = try await service.authorizeWithPIN { page in
                let pin = try await sandbox.pin(on: page)
                return " \(pin.prefix(3)) \(pin.dropFirst(3))\n"
            }
            #expect(credential.screenName == "ada" && service.credential == credential)
            await #expect(throws: TwitterLoginError.noPIN) { try await service.authorizeWithPIN { _ in " " } }
            await #expect { try await service.authorizeWithPIN { _ in "0000000" } } throws: { $0 is OAuthError }
            await #expect(throws: TwitterLoginError.wrongCallback) { try await service.authorize() }
        }
    }

    @Test func theServerCanDoItInstead() async throws {
        try await AppServer.run { app in
            let example = ServerMediatedSignIn(auth: Auth(configuration: app.configuration(of: "mediated")))
            let account = try await example.signIn(delegate: SandboxVisitor(as: "ada"))
            #expect(account == ServerMediatedSignIn.Account(userID: "101815", screenName: "ada"))
        }
    }
}
