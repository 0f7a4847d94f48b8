import Testing

@testable import LatchkeyIdentity

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false), ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.129", true),
        ("2001:db8::/32", "2001:db8:1::5", true), ("2001:db8::/32", "2001:db9::5", false), ("0.0.0.0/0", "8.8.8.8", true),
        ("0.0.0.0/0", "::1", false), ("10.0.0.0/8", "not an address", false),
    ])
    func contains(_ range: String, _ address: String, _ expected: Bool) {
        #expect(AddressRange(range)?.contains(address) == expected)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0/8", "x", "10.0.0.0/-1", "10.0.0.0/8/8", "::1/129"])
    func invalidRangesAreRejected(_ text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.9.10", true), ("::1", true), ("localhost", true), ("0.0.0.0", false), ("192.168.1.1", false),
        ("::", false),
        ("example.org", false),
    ])
    func loopback(_ host: String, _ expected: Bool) {
        #expect(AddressRange.isLoopback(host) == expected)
    }

    @Test(arguments: [
        ("http://127.0.0.1:9100/x", true), ("https://localhost", true), ("https://LOCALHOST.", true), ("https://a.localhost:1", true),
        ("https://[::1]:8/", true), ("https://[::]/", true), ("https://0.0.0.0", true), ("https://10.0.0.1", true),
        ("https://172.16.9.9", true), ("https://172.32.9.9", false), ("https://192.168.1.1/", true), ("https://169.254.169.254/", true),
        ("https://[fe80::1]", true), ("https://[fd00::1]", true), ("https://[::ffff:10.0.0.1]", true), ("https://127.1", true),
        ("https://2130706433", true), ("https://0x7f.1", true), ("https://0177.0.0.1", true), ("https://user@127.0.0.1/", true),
        ("https://10.0.0.1/\u{301}", true), ("https://127.0.0.1?\u{301}", true), ("https://198.18.0.1", true),
        ("https://198.19.255.1", true), ("https://198.20.0.1", false), ("https://224.0.0.1", true),
        ("https://240.0.0.1", true), ("https://255.255.255.255", true), ("https://223.255.255.1", false), ("https://[ff02::1]", true),
        ("https://[fec0::1]", true), ("https://[feff::1]", true), ("https://[64:ff9b:1::808:808]", true),
        ("https://[::10.0.0.1]", true), ("https://[::8.8.8.8]", false), ("https://[::ffff:8.8.8.8]", false),
        ("https://[::ffff:0:a00:1]", true), ("https://[::ffff:0:808:808]", false), ("https://[64:ff9b::a00:1]", true),
        ("https://[64:ff9b::808:808]", false), ("https://[2002:7f00:1::]", true), ("https://[2002:a00:1:5::9]", true),
        ("https://[2002:808:808::1]", false), ("https://[2003:a00:1::]", false), ("https://[::1:a00:1]", false),
        ("https://localhost4/", true), ("https://localhost6", true), ("https://localhost.localdomain:1", true),
        ("https://localhost5", false),
        ("https://ip6-localhost", true), ("https://IP6-Loopback.:8443/", true), ("https://ip6-localhost.example.com", false),
        ("https://login.example.com", false), ("https://10.example.com", false), ("https://8.8.8.8", false),
        ("https://[2001:db8::1]", false), ("https://login.example.com/127.0.0.1", false), ("https://134744072", false),
    ])
    func recognizesAddressesOfTheServersNetwork(_ url: String, _ expected: Bool) {
        #expect(AddressRange.isOwnNetwork(ofURL: url) == expected)
    }
}
