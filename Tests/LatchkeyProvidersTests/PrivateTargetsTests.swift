import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyProviders
@testable import LatchkeyWeb

@Suite struct PrivateTargetsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let entry: String
        let host: String
        let address: String
        let port: Int
        let isAllowed: Bool
        var testDescription: String { "\(entry): \(host) at \(address), port \(port)" }
        init(_ entry: String, _ host: String, _ address: String, _ port: Int, _ isAllowed: Bool) {
            self.entry = entry
            self.host = host
            self.address = address
            self.port = port
            self.isAllowed = isAllowed
        }
    }

    @Test(arguments: [
        Row("all", "hooks.internal", "10.0.0.7", 443, true),
        Row("10.0.0.0/8", "hooks.internal", "10.0.0.7", 443, true),
        Row("10.0.0.0/8", "hooks.internal", "192.168.0.7", 443, false),
        Row("10.0.0.7", "hooks.internal", "10.0.0.7", 1, true),
        Row("10.0.0.7:8443", "hooks.internal", "10.0.0.7", 8443, true),
        Row("10.0.0.7:8443", "hooks.internal", "10.0.0.7", 443, false),
        Row("hooks.internal", "HOOKS.internal.", "10.0.0.7", 443, true),
        Row("hooks.internal", "a.hooks.internal", "10.0.0.7", 443, false),
        Row("hooks.internal", "evil.example", "10.0.0.7", 443, false),
        Row("hooks.internal:8443", "hooks.internal", "10.0.0.7", 8443, true),
        Row("hooks.internal:8443", "hooks.internal", "10.0.0.7", 443, false),
        Row("::1", "::1", "::1", 443, true),
        Row("[::1]:8080", "::1", "::1", 8080, true),
        Row("[::1]:8080", "::1", "::1", 8081, false),
        Row("fd00::/8", "hooks.internal", "fd00::7", 443, true),
    ])
    func entryAllowsItsHostsAndPorts(_ row: Row) throws {
        let targets = try #require(PrivateTargets(row.entry))
        #expect(targets.allows(row.host, at: row.address, port: row.port) == row.isAllowed)
    }

    @Test(arguments: [
        "", "10.0.0.0/40", "https://hooks.internal", "hooks.internal:0", "hooks.internal:65536", "hooks internal", "[::1", "*", "a:b",
    ])
    func invalidEntriesAreRejected(_ text: String) {
        #expect(PrivateTargets(text) == nil)
    }

    @Test func aSettingOfTheOperatorsNamesItsOwnTarget() {
        let targets = PrivateTargets(named: "http://127.0.0.1:8025/mail") + PrivateTargets(named: "https://localhost:8443/sms")
        #expect(targets.allows("127.0.0.1", at: "127.0.0.1", port: 8025))
        #expect(!targets.allows("127.0.0.1", at: "127.0.0.1", port: 8026))
        #expect(targets.allows("localhost", at: "::1", port: 8443))
        #expect(PrivateTargets(named: "https://hooks.example.org/") == .none)
    }
}

@Suite struct CallTargetsTests {
    private func refusal(_ addresses: [String], host: String = "hooks.example.org", allowing: PrivateTargets = .none) async -> String? {
        let targets = CallTargets(allowing: allowing, lookup: .played([host: addresses]))
        return await targets.refusal(ofURL: "https://\(host)/before", isOperator: true)?.address
    }

    @Test(arguments: [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255",
        "::1",
        "::", "fd00::1", "fe80::1", "fe80::1%eth0", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "168.63.129.16",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ])
    func aNameThatLeadsIntoTheOwnNetworkIsRefused(_ address: String) async {
        #expect(await refusal([address]) == address)
        // One such address among several is enough, because the server does not choose among them.
        #expect(await refusal(["203.0.113.7", address]) == address)
        #expect(await refusal([address], allowing: PrivateTargets("hooks.example.org") ?? .none) == nil)
    }

    @Test(arguments: ["203.0.113.7", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "168.63.129.17"])
    func aPublicAddressIsCalled(_ address: String) async {
        #expect(await refusal([address]) == nil)
    }

    @Test func aRefusalNamesHostAddressAndRemedy() async throws {
        let targets = CallTargets(lookup: .played(["hooks.example.org": ["10.0.0.7"]]))
        let refusal = try #require(await targets.refusal(ofURL: "https://hooks.example.org/x", isOperator: true))
        #expect(
            refusal.description
                == "hooks.example.org leads to 10.0.0.7, which is in the server's own network. To allow it, add hooks.example.org:443 to "
                + "--allow-private-targets (entries are separated by commas) and restart the server.")
        let number = try #require(await targets.refusal(ofURL: "http://[::1]:8080/", isOperator: true))
        #expect(
            number.description
                == "::1 is in the server's own network. To allow it, add [::1]:8080 to --allow-private-targets (entries are separated by"
                + " commas) and restart the server.")
    }

    @Test func operatorAllowancesDoNotApplyToAdministrators() async {
        let targets = CallTargets(allowing: .thisMachine, lookup: .played(["a.example": ["127.0.0.1"]]))
        #expect(await targets.refusal(ofURL: "https://a.example/", isOperator: true) == nil)
        #expect(await targets.refusal(ofURL: "https://a.example/", isOperator: false)?.address == "127.0.0.1")
    }

    @Test func aNameThatCannotBeLookedUpNowIsSaved() async {
        let targets = CallTargets(lookup: HostLookup { throw HostLookup.Failure(host: $0, problem: "no answer") })
        #expect(await targets.refusal(ofURL: "https://hooks.example.org/", isOperator: false) == nil)
    }

    @Test func theSystemKnowsThisMachine() async throws {
        #expect(try await HostLookup.system.addresses("localhost").allSatisfy(AddressRange.isOwnNetwork(address:)))
        // Resolvers accept short forms of addresses.
        #expect(try await HostLookup.system.addresses("127.1") == ["127.0.0.1"])
        #expect(try await HostLookup.system.addresses("::1") == ["::1"])
    }
}
