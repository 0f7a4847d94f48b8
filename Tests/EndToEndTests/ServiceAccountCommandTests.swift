import ServerUnderTest
import Testing

/// `latchkey service-accounts`, with and without a server.
@Suite(.timeLimit(.minutes(10))) struct ServiceAccountCommandTests {
    private struct File: Decodable {
        let token_uri: String
    }

    @Test(arguments: Place.allCases)
    func fileContainsTheTokenURI(_ place: Place) async throws {
        try await place.withData { data in
            if let server = data.server {
                let file: File = try await data.latchkey("service-accounts", "create", "back-end").json()
                #expect(file.token_uri == server.report.url + "/oauth2/token")
            } else {
                let refusal = try await data.latchkey("service-accounts", "create", "back-end").refusal()
                #expect(refusal.contains("LATCHKEY_PUBLIC_URL"))
                let file: File = try await data.latchkey(
                    "service-accounts", "create", "back-end", environment: ["LATCHKEY_PUBLIC_URL": "https://auth.example.com"]
                ).json()
                #expect(file.token_uri == "https://auth.example.com/oauth2/token")
            }
        }
    }
}
