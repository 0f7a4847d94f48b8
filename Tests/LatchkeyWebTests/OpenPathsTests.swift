import HTTPTypes
import Testing

@testable import LatchkeyWeb

/// Which paths pages of every origin may call.
struct OpenPathsTests {
    private static let words = APIWords(nil, nil, "")
    private static let operations = [
        APIOperation(method: .post, path: "/v1/accounts:signUp", words: words, access: .apiKey, input: .nothing, output: .object),
        APIOperation(method: .patch, path: "/v1/projects/:project", words: words, access: .administrator, input: .nothing, output: .object),
        .get("/:project/.well-known/jwks.json", "", .object).openToPages(),
        .get("/sign-in", "", .page), .get("/emulator", "", .object), .ownForm("/sign-in/password", "", []),
    ]

    @Test(arguments: [
        ("/v1/accounts:signUp", ["POST"]), ("/v1/accounts:misspelled", ["POST"]), ("/v1/projects/p", ["POST"]),
        ("/demo/.well-known/jwks.json", ["GET"]),
    ])
    func pagesMayCall(_ path: String, _ methods: [String]) {
        #expect(OpenPaths(Self.operations, administrators: false).methods(at: path) == Set(methods))
    }

    @Test(arguments: [
        "/sign-in", "/sign-in/password", "/", "", "/v1x/accounts:signUp", "/demo/.well-known/other.json", "/a/b/.well-known/jwks.json",
    ])
    func pagesMayNotCall(_ path: String) {
        #expect(OpenPaths(Self.operations, administrators: false).methods(at: path) == nil)
    }

    @Test func anEmulatorAlsoOpensTheMethodsOfAdministrators() {
        #expect(OpenPaths(Self.operations, administrators: true).methods(at: "/v1/projects/p") == ["POST", "PATCH"])
    }
}
