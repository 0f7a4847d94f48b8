import Foundation
import LatchkeyAuth
import ServerUnderTest
import Testing

/// Firebase's guide "Authenticate Using Twitter on Apple Platforms".
@Suite(.timeLimit(.minutes(10))) struct FirebaseAuthTwitterGuideTests {
    private func auth(_ guide: AppServer) -> Auth { Auth(configuration: guide.configuration(of: "today")) }

    private func credential(of person: String, _ guide: AppServer) async throws -> AuthCredential {
        let token = try await guide.token(of: person, app: AppServer.consumerKey)
        return TwitterAuthProvider.credential(
            withToken: try #require(token["accessToken"], "\(token.text)"), secret: try #require(token["tokenSecret"]))
    }

    // S3.2 and S3.3
    @Test func reservedCustomParametersAreIgnored() async throws {
        try await AppServer.run { guide in
            let example = await FirebaseAuthExample(auth(guide), browser: SandboxVisitor(as: "ada"), note: Notes())
            let provider = await example.makeProvider()
            #expect(provider.providerID == "twitter.com")
            #expect(provider.customParameters == ["lang": "fr"])
            provider.customParameters = [
                "client_id": "x", "redirect_uri": "x", "response_type": "x", "scope": "x", "state": "x", "force_login": "true",
            ]
            #expect(provider.customParameters == ["force_login": "true"])
        }
    }

    // S3.4 and S3.5
    @Test func theWebFlowSignsIn() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            await FirebaseAuthExample(auth(guide), browser: SandboxVisitor(as: "ada"), note: note).signIn()
            #expect(await note.next(4) == ["profile 101815", "token there", "ID token none", "secret there"])
        }
    }

    @Test func deniedConsentDoesNotSignIn() async throws {
        try await AppServer.run { guide in
            let note = Notes()
            await FirebaseAuthExample(auth(guide), browser: SandboxVisitor(as: "ada", isWilling: false), note: note).signIn()
            #expect(await note.next() == ["error \(AuthErrorCode.webSignInUserInteractionFailure.rawValue)"])
        }
    }

    // S3.6
    @Test func serverSignsProviderRequestsOfTheApp() async throws {
        try await AppServer.run { guide in
            let result = try await auth(guide).signIn(with: credential(of: "ada", guide))
            // snippet.S3.6
            let me = try await result.user.providerRequest(.twitter, get: "/2/users/me")
            #expect(me.statusCode == 200)
            #expect(String(decoding: me.data, as: UTF8.self).contains(#""username":"ada""#))
            // snippet.end
            await #expect { try await result.user.providerRequest(.twitter, get: "/labs/1/users?usernames=TwitterDev") } throws: {
                ($0 as NSError).code == AuthErrorCode.operationNotAllowed.rawValue
            }
            await #expect { try await result.user.providerRequest(.gitHub, get: "/user") } throws: {
                ($0 as NSError).code == AuthErrorCode.noSuchProvider.rawValue
            }
        }
    }

    // S3.7
    @Test func aTwitterAccountIsLinked() async throws {
        try await AppServer.run { guide in
            let (auth, note) = (auth(guide), Notes())
            try await auth.createUser(withEmail: "someone@example.org", password: "correct horse")
            await FirebaseAuthExample(auth, browser: SandboxVisitor(as: "bob"), note: note).link(try await credential(of: "bob", guide))
            #expect(await note.next() == [#"linked ["password", "twitter.com"]"#])
        }
    }

    // S3.8
    @Test func userReauthenticates() async throws {
        try await AppServer.run { guide in
            let (auth, note) = (auth(guide), Notes())
            try await auth.signIn(with: credential(of: "ada", guide))
            let example = await FirebaseAuthExample(auth, browser: SandboxVisitor(as: "ada"), note: note)
            await example.reauthenticate(try await credential(of: "ada", guide))
            #expect(await note.next() == ["fresh true"])
            await example.reauthenticate(try await credential(of: "bob", guide))
            #expect(await note.next(2).first == "error \(AuthErrorCode.userMismatch.rawValue)")
        }
    }

    // S3.9
    @Test func anAddressThatAnotherAccountHasIsResolvedByLinking() async throws {
        try await AppServer.run { guide in
            let (auth, note) = (auth(guide), Notes())
            try await auth.createUser(withEmail: "ada@example.org", password: "correct horse")
            try auth.signOut()
            let conflict: any ConflictExample = ConflictAsTheGuideHasIt()
            await conflict.run(FirebaseAuthExample(auth, browser: SandboxVisitor(as: "ada"), note: note))
            #expect(
                await note.next(3) == [
                    "account ada@example.org", #"providers ["password"]"#, #"linked ["password", "twitter.com"]"#,
                ])
        }
    }

    // S3.10
    @Test func userSignsOut() async throws {
        try await AppServer.run { guide in
            let (auth, note) = (auth(guide), Notes())
            try await auth.signIn(with: credential(of: "ada", guide))
            await FirebaseAuthExample(auth, browser: SandboxVisitor(as: "ada"), note: note).signOut()
            #expect(await note.next() == ["signed out"])
            #expect(auth.currentUser == nil)
        }
    }
}
