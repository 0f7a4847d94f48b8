import Testing

@testable import LatchkeyDatabase

@Suite struct DatabaseAddressTests {
    @Test(arguments: [
        ("https://db.example.com", "db.example.com", "/.ws?v=5", "the standard database"),
        ("https://db.example.com/", "db.example.com", "/.ws?v=5", "a slash at the end says nothing"),
        ("https://DB.example.com:8443?ns=my-app", "db.example.com:8443", "/.ws?v=5&ns=my-app", "the name of a database is kept"),
        ("wss://db.example.com?ns=a%26b", "db.example.com", "/.ws?v=5&ns=a%26b", "and cannot become another parameter"),
        ("http://127.0.0.1:9000?ns=", "127.0.0.1:9000", "/.ws?v=5", "an empty name is none"),
        ("http://[::1]:9000", "[::1]:9000", "/.ws?v=5", "addresses of IPv6 have brackets"),
        ("http://localhost", "localhost", "/.ws?v=5", "in clear text to this machine"),
    ])
    func addressesOfDatabases(url: String, authority: String, path: String, why: String) throws {
        let address = try DatabaseAddress(url)
        #expect(address.authority == authority, "\(why)")
        #expect(address.socketPath(lastSession: nil) == path, "\(why)")
        #expect(try DatabaseAddress(address.url) == address, "what is printed reads back")
    }

    @Test(arguments: [
        "", "db.example.com", "ftp://db.example.com", "https://", "https://db.example.com/users", "https://me@db.example.com",
        "https://db.example.com#x", "https://db.example.com:0", "https://db.example.com:70000", "https://db example.com",
    ])
    func invalidAddressIsRejectedWithAnExample(url: String) {
        let error = #expect(throws: DatabaseConfigurationError.self) { try DatabaseAddress(url) }
        #expect(error?.description.contains("https://db.example.com") == true)
    }

    @Test func clearTextLeavesThisMachineOnlyWhereThatIsAllowed() throws {
        let error = #expect(throws: DatabaseConfigurationError.self) { try DatabaseAddress("http://db.example.com") }
        #expect(error?.description.contains("LATCHKEY_INSECURE_HTTP=1") == true)
        #expect(try DatabaseAddress("http://db.example.com", allowsInsecureHTTP: true).port == 80)
    }

    @Test func aSessionIsHandedBackAsItWas() throws {
        #expect(try DatabaseAddress("http://localhost").socketPath(lastSession: "a&b=1 /ü") == "/.ws?v=5&ls=a%26b%3D1%20%2F%C3%BC")
    }

    @Test(arguments: [
        ("https://db.example.com", "db.example.com:8443", "db.example.com:8443", "another port of the same host"),
        ("https://db.example.com:8443", "db.example.com", "db.example.com:8443", "no port is the same port"),
        ("https://db.example.com", "s-1.db.example.com", "s-1.db.example.com", "a name below"),
        ("https://shop.firebaseio.com", "s-usc1c-nss-1.firebaseio.com", "s-usc1c-nss-1.firebaseio.com", "Firebase's servers"),
        ("http://localhost:9000", "localhost:9001", "localhost:9001", "in clear text another port"),
    ])
    func redirectsAreFollowedToTheSameServers(url: String, target: String, authority: String, why: String) throws {
        #expect(try DatabaseAddress(url + "?ns=x").redirected(to: target)?.authority == authority, "\(why)")
        #expect(try DatabaseAddress(url + "?ns=x").redirected(to: target)?.namespace == "x")
    }

    @Test(arguments: [
        ("https://db.example.com", "db.example.org", "a stranger"),
        ("https://db.example.com", "evil.com", "a stranger with two labels"),
        ("https://a.example", "b.example", "only a top-level domain in common"),
        ("https://shop.co.uk", "evil.co.uk", "a sibling name, which may have another owner"),
        ("https://a.db.example.com", "b.db.example.com", "a name beside"),
        ("https://a.db.example.com", "db.example.com", "the name above"),
        ("https://shop.example.com", "s-1.firebaseio.com", "Firebase's servers, for another one's clients"),
        ("https://db.example.com", "com", "a top-level domain"),
        ("https://db.example.com", "xdb.example.com.evil.com", "a name that only contains ours"),
        ("http://localhost:9000", "a.localhost:9000", "another host in clear text"),
        ("https://10.0.0.1", "10.0.0.2", "numbers are no relatives"),
        ("https://db.example.com", "db.example.com/path", "not a host"),
        ("https://db.example.com", "me@db.example.com", "not a host"),
        ("https://db.example.com", "", "nothing"),
    ])
    func redirectsToForeignHostsAreNotFollowed(url: String, target: String, why: String) throws {
        #expect(try DatabaseAddress(url).redirected(to: target) == nil, "\(why)")
    }
}
