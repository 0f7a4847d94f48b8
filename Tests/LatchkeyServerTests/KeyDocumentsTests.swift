import Foundation
import HTTPTypes
import JWTKit
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@Suite struct KeyDocumentsTests {
    @Test func theKeySetVerifiesOurTokens() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let signUp = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let set = try await caller.send(.get, "/.well-known/jwks.json")
            #expect(set.headers[.cacheControl]?.contains("max-age=3600") == true)
            // An independent reader of the published document.
            let keys = JWTKeyCollection()
            try await keys.add(jwksJSON: set.text)
            let claims = try await keys.verify(try #require(signUp["idToken"]), as: IDTokenClaims.self)
            #expect(claims.subject.rawValue == signUp["localId"])
            #expect(!set.text.contains("\"d\""), "private parts stay private")
        }
    }

    @Test func discoveryLeadsFromTheIssuerToTheKeys() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let document = try await caller.send(.get, "/default/.well-known/openid-configuration")
            #expect(document["issuer"] == "https://auth.example.org/default")
            #expect(document["jwks_uri"] == "https://auth.example.org/.well-known/jwks.json")
            #expect(try await caller.send(.get, "/nothing/.well-known/openid-configuration").status == .notFound)
        }
    }

    @Test func certificatesArePublishedAsGoogleDoes() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.send(
                .get, "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
            #expect(reply.json.count == 1)
            #expect((reply.json.values.first as? String)?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        }
    }

    @Test func healthAndReadiness() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            for (path, status) in [("/healthz", "ok"), ("/readyz", "ready")] {
                let reply = try await caller.send(.get, path)
                #expect(reply["status"] == status)
            }
        }
    }
}
