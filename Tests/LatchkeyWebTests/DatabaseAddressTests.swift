import LatchkeyIdentity
import LatchkeyWeb
import Testing

/// The URL of a database, as Firebase's JavaScript SDK reads it: it takes `ns`, or the first of at least three labels of the host.
@Suite struct DatabaseAddressTests {
    @Test(arguments: [
        ("https://db.example.org", "default", "https://db.example.org"), ("https://db.example.org/", "default", "https://db.example.org"),
        ("http://127.0.0.1:9000", "default", "http://127.0.0.1:9000"), ("http://localhost:9000", "default", "http://localhost:9000"),
        ("https://example.org", "default", "https://example.org?ns=default"),
        ("https://database:9000", "default", "https://database:9000?ns=default"),
        ("http://[::1]:9000", "default", "http://[::1]:9000?ns=default"),
        ("https://db.example.org", "shop", "https://db.example.org?ns=shop"), ("", "default", nil),
    ])
    func namesTheDatabaseWhereTheSDKNeedsIt(_ url: String, _ database: String, _ expected: String?) {
        #expect(DatabaseAddress(url).url(of: database, standard: ProjectID(rawValue: "default")) == expected)
    }
}
