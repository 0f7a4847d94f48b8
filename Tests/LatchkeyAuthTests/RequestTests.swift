import Foundation
import LatchkeyAuth
import Testing

/// Whole outgoing requests, as text.
@Suite struct RequestTests {
    private let head = """
        accept: application/json
        content-type: application/json
        user-agent: latchkey-swift/0.1
        x-client-version: Linux/LatchkeySwift/0.1

        """

    private func post(_ path: String, _ body: String) -> String {
        "POST http://127.0.0.1:9099\(path)?key=k\n" + head + body
    }

    private func lookup(_ token: String = "id-1") -> String {
        post("/v1/accounts:lookup", #"{"idToken":"\#(token)"}"#)
    }

    @Test func signsInWithAPassword() async throws {
        let transport = ScriptedTransport(Sample.passwordSignIn, Sample.account())
        try await Auth(transport).signIn(withEmail: "ann@example.com", password: "secret-1")
        #expect(
            transport.requests == [
                post(
                    "/v1/accounts:signInWithPassword",
                    #"{"email":"ann@example.com","password":"secret-1","returnSecureToken":true}"#),
                lookup(),
            ])
    }

    @Test func signsInWithACustomToken() async throws {
        let transport = ScriptedTransport(#"{"isNewUser":true,\#(Sample.tokens())}"#, Sample.account())
        let result = try await Auth(transport).signIn(withCustomToken: "signed.by.backend")
        #expect(result.additionalUserInfo?.isNewUser == true)
        #expect(
            transport.requests == [
                post("/v1/accounts:signInWithCustomToken", #"{"returnSecureToken":true,"token":"signed.by.backend"}"#), lookup(),
            ])
    }

    @Test func makesAnAccount() async throws {
        let transport = ScriptedTransport(#"{"localId":"u1",\#(Sample.tokens())}"#, Sample.account())
        let result = try await Auth(transport).createUser(withEmail: "ann@example.com", password: "secret-1")
        #expect(result.additionalUserInfo?.isNewUser == true)
        #expect(
            transport.requests == [
                post(
                    "/v1/accounts:signUp",
                    #"{"email":"ann@example.com","password":"secret-1","returnSecureToken":true}"#),
                lookup(),
            ])
    }

    @Test func signsInAnonymously() async throws {
        let transport = ScriptedTransport(#"{"localId":"u1",\#(Sample.tokens())}"#, Sample.account())
        let auth = Auth(transport)
        let user = try await auth.signInAnonymously().user
        #expect(user.isAnonymous)
        #expect(transport.requests == [post("/v1/accounts:signUp", #"{"returnSecureToken":true}"#), lookup()])
        #expect(try await auth.signInAnonymously().user === user)
        #expect(transport.requests.count == 2, "an anonymous account is kept")
    }

    @Test(
        arguments: [
            (
                GoogleAuthProvider.credential(withIDToken: "g.i.d", accessToken: "ya29"),
                "providerId=google.com&access_token=ya29&id_token=g.i.d"
            ),
            (
                OAuthProvider.credential(providerID: .apple, idToken: "a.i.d", rawNonce: "raw"),
                "providerId=apple.com&id_token=a.i.d&nonce=raw"
            ),
            (
                OAuthProvider.credential(providerID: .custom("oidc.acme"), idToken: "o.i.d", accessToken: "t"),
                "providerId=oidc.acme&access_token=t&id_token=o.i.d"
            ),
            (
                OAuthProvider.appleCredential(
                    withIDToken: "a.i.d", rawNonce: "raw",
                    fullName: { () -> PersonNameComponents in
                        var name = PersonNameComponents()
                        name.givenName = "Ada"
                        return name
                    }()),
                "providerId=apple.com&id_token=a.i.d&nonce=raw&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Ada%22%7D%7D"
            ),
            (OAuthProvider.appleCredential(withIDToken: "a", rawNonce: nil, fullName: nil), "providerId=apple.com&id_token=a"),
        ] as [(AuthCredential, String)])
    func signsInWithAnIDToken(_ credential: AuthCredential, _ postBody: String) async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        try await Auth(transport).signIn(with: credential)
        #expect(
            transport.requests.first
                == post(
                    "/v1/accounts:signInWithIdp",
                    #"{"autoCreate":true,"postBody":"\#(postBody)","requestUri":"http://localhost","#
                        + #""returnIdpCredential":true,"returnSecureToken":true}"#))
    }

    @Test func signsInWithATwitterToken() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        try await Auth(transport).signIn(with: TwitterAuthProvider.credential(withToken: "111-tok", secret: "s&=+ c"))
        #expect(
            transport.requests == [
                post(
                    "/v1/accounts:signInWithIdp",
                    #"{"autoCreate":true,"postBody":"providerId=twitter.com&access_token=111-tok"#
                        + #"&oauth_token_secret=s%26%3D%2B%20c","requestUri":"http://localhost","#
                        + #""returnIdpCredential":true,"returnSecureToken":true}"#),
                lookup(),
            ])
    }

    @Test func signsInWithAnIDToken() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account())
        try await Auth(transport).signIn(
            with: OAuthProvider.credential(withProviderID: "oidc.acme", idToken: "a.b.c", rawNonce: "n"))
        #expect(transport.calls[0].contains(#""postBody":"providerId=oidc.acme&id_token=a.b.c&nonce=n""#))
    }

    @Test func signsInWithAGitHubToken() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account())
        try await Auth(transport).signIn(with: GitHubAuthProvider.credential(withToken: "gho_x"))
        #expect(transport.calls[0].contains(#""postBody":"providerId=github.com&access_token=gho_x""#))
    }

    @Test func anEmailCredentialSignsInWithItsPassword() async throws {
        let transport = ScriptedTransport(Sample.passwordSignIn, Sample.account())
        let result = try await Auth(transport).signIn(
            with: EmailAuthProvider.credential(withEmail: "ann@example.com", password: "secret-1"))
        #expect(result.credential == nil)
        #expect(transport.calls[0].hasPrefix("accounts:signInWithPassword "))
    }

    @Test func fetchesTheSignInMethods() async throws {
        let transport = ScriptedTransport(#"{"signinMethods":["password","twitter.com"],"registered":true}"#)
        #expect(
            try await Auth(transport).fetchSignInMethods(forEmail: "ann@example.com") == ["password", "twitter.com"])
        #expect(
            transport.requests == [
                post(
                    "/v1/accounts:createAuthUri",
                    #"{"continueUri":"http://localhost","identifier":"ann@example.com"}"#)
            ])
    }

    @Test func underEnumerationProtectionThereAreNoMethods() async throws {
        let transport = ScriptedTransport(#"{"kind":"identitytoolkit#CreateAuthUriResponse","sessionId":"s"}"#)
        #expect(try await Auth(transport).fetchSignInMethods(forEmail: "ann@example.com") == [])
    }

    @Test func refreshesTheToken() async throws {
        let transport = ScriptedTransport(Sample.token("2"))
        let (auth, user) = try await Sample.signedIn(transport)
        #expect(try await user.getIDToken(forcingRefresh: true) == "id-2")
        #expect(
            transport.requests == [
                post(
                    "/securetoken.googleapis.com/v1/token",
                    #"{"grantType":"refresh_token","refreshToken":"refresh-1"}"#)
            ])
        #expect(auth.currentUser === user)
    }

    @Test func reloads() async throws {
        let transport = ScriptedTransport(Sample.account(email: "new@example.com"))
        let (auth, user) = try await Sample.signedIn(transport)
        try await user.reload()
        #expect(transport.requests == [lookup()])
        #expect(auth.currentUser?.email == "new@example.com")
    }

    @Test func changesThePassword() async throws {
        let transport = ScriptedTransport(#"{"localId":"u1",\#(Sample.tokens("2"))}"#, Sample.account())
        let (auth, user) = try await Sample.signedIn(transport)
        try await user.updatePassword(to: "secret-2")
        #expect(
            transport.requests == [
                post(
                    "/v1/accounts:update",
                    #"{"idToken":"id-1","password":"secret-2","returnSecureToken":true}"#),
                lookup("id-2"),
            ])
        #expect(auth.currentUser?.refreshToken == "refresh-2", "the old session is dead, the new one is taken")
    }

    @Test func changesTheAddress() async throws {
        let transport = ScriptedTransport(#"{"localId":"u1"}"#, Sample.account(email: "new@example.com"))
        let (_, user) = try await Sample.signedIn(transport)
        try await user.updateEmail(to: "new@example.com")
        #expect(
            transport.calls == [
                #"accounts:update {"email":"new@example.com","idToken":"id-1","returnSecureToken":true}"#,
                #"accounts:lookup {"idToken":"id-1"}"#,
            ])
        #expect(user.email == "new@example.com")
    }

    @Test func changesTheProfile() async throws {
        let transport = ScriptedTransport(#"{"localId":"u1"}"#, Sample.account())
        let (_, user) = try await Sample.signedIn(transport)
        let change = user.createProfileChangeRequest()
        change.displayName = "Ann"
        change.photoURL = nil
        try await change.commitChanges()
        #expect(
            transport.calls.first
                == #"accounts:update {"deleteAttribute":["PHOTO_URL"],"displayName":"Ann","idToken":"id-1","#
                + #""returnSecureToken":true}"#)
    }

    @Test func emptyProfileChangeSendsNoRequest() async throws {
        let transport = ScriptedTransport()
        let (_, user) = try await Sample.signedIn(transport)
        try await user.createProfileChangeRequest().commitChanges()
        #expect(transport.requests.isEmpty)
    }

    @Test func unlinksAProvider() async throws {
        let transport = ScriptedTransport(#"{"localId":"u1"}"#, Sample.account(providers: ["password"]))
        let (_, user) = try await Sample.signedIn(transport, providers: ["password", "twitter.com"])
        #expect(try await user.unlink(fromProvider: TwitterAuthProviderID) === user)
        #expect(
            transport.calls.first
                == #"accounts:update {"deleteProvider":["twitter.com"],"idToken":"id-1","returnSecureToken":true}"#)
        #expect(user.providerData.map(\.providerID) == ["password"])
    }

    @Test func deletesTheAccount() async throws {
        let transport = ScriptedTransport(#"{"kind":"identitytoolkit#DeleteAccountResponse"}"#)
        let (auth, user) = try await Sample.signedIn(transport)
        try await user.delete()
        #expect(
            transport.requests == [post("/v1/accounts:delete", #"{"idToken":"id-1","localId":"u1"}"#)])
        #expect(auth.currentUser == nil)
    }

    @Test func linksAProvider() async throws {
        let transport = ScriptedTransport(
            Sample.twitter.replacing("-1\"", with: "-2\""), Sample.account(providers: ["password", "twitter.com"]))
        let (auth, user) = try await Sample.signedIn(transport)
        let result = try await user.link(with: TwitterAuthProvider.credential(withToken: "t", secret: "s"))
        #expect(
            transport.calls == [
                #"accounts:signInWithIdp {"autoCreate":true,"idToken":"id-1","#
                    + #""postBody":"providerId=twitter.com&access_token=t&oauth_token_secret=s","#
                    + #""requestUri":"http://localhost","returnIdpCredential":true,"returnSecureToken":true}"#,
                #"accounts:lookup {"idToken":"id-2"}"#,
            ])
        #expect(result.user === user)
        #expect(auth.currentUser === user)
        #expect(user.refreshToken == "refresh-2")
        #expect(user.providerData.map(\.providerID) == ["password", "twitter.com"])
    }

    @Test func linksAPassword() async throws {
        let transport = ScriptedTransport(
            #"{"localId":"u1",\#(Sample.tokens("2"))}"#, Sample.account(email: "ann@example.com", hasPassword: true))
        let (_, user) = try await Sample.signedIn(transport, providers: ["twitter.com"])
        let result = try await user.link(
            with: EmailAuthProvider.credential(withEmail: "ann@example.com", password: "secret-1"))
        #expect(
            transport.calls.first
                == #"accounts:signUp {"email":"ann@example.com","idToken":"id-1","password":"secret-1","#
                + #""returnSecureToken":true}"#)
        #expect(result.additionalUserInfo?.isNewUser == false)
    }

    @Test func reauthenticatesWithoutMakingAnAccount() async throws {
        let transport = ScriptedTransport(Sample.twitter.replacing("-1\"", with: "-2\""), Sample.account())
        let (_, user) = try await Sample.signedIn(transport)
        try await user.reauthenticate(with: TwitterAuthProvider.credential(withToken: "t", secret: "s"))
        #expect(transport.calls[0].contains(#""autoCreate":false"#))
        #expect(!transport.calls[0].contains("idToken"))
        #expect(user.refreshToken == "refresh-2")
    }

    @Test func sendsLanguageTenantAndApp() async throws {
        let transport = ScriptedTransport(Sample.passwordSignIn, Sample.account())
        let auth = Auth(
            configuration: AuthConfiguration(
                serverURL: "https://example.com/login/", apiKey: "a b&c", appID: "1:2:ios:3", bundleID: "com.example.app",
                tenantID: "north"),
            transport: transport, storage: MemorySessionStorage())
        auth.languageCode = "fr"
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        #expect(
            transport.requests[0] == """
                POST https://example.com/login/v1/accounts:signInWithPassword?key=a%20b%26c
                accept: application/json
                content-type: application/json
                user-agent: latchkey-swift/0.1
                x-client-version: Linux/LatchkeySwift/0.1
                x-firebase-gmpid: 1:2:ios:3
                x-firebase-locale: fr
                x-ios-bundle-identifier: com.example.app
                {"email":"ann@example.com","password":"secret-1","returnSecureToken":true,"tenantId":"north"}
                """)
    }
}
