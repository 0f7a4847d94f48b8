import Testing

@testable import LatchkeyWeb

@Suite struct LoggedPathTests {
    @Test(arguments: [
        ("/v2/default/users/ada%40example.org/password", "/v2/default/users/***/password"), ("/v2/default/users", "/v2/default/users"),
        ("/v2/default/users/ada", "/v2/default/users/***"), ("//v2//default/users//ada/b@c", "//v2//default/users//***/***"),
        ("/v1/accounts:signUp", "/v1/accounts:signUp"), ("/a@b/c", "/***/c"), ("", ""), ("/", "/"),
    ])
    func addressesAreLeftOutOfPaths(path: String, logged: String) {
        #expect(LoggedPath.text(path) == logged)
    }
}
