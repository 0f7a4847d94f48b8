import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct PeopleTests {
    @Test func theSeedsAreConsistent() throws {
        var register = PeopleRegister([])
        for person in SandboxPerson.seeds { try register.add(person) }
        #expect(SandboxPerson.seeds.contains { ($0.twitter?.id ?? 0) > 1 << 53 })
        let ada = try #require(register["ada"])
        #expect(ada.twitter?.email == ada.github?.emails.first?.address)
    }

    @Test func sandboxHoldsAThousandPersons() throws {
        var register = PeopleRegister((1...998).map { SandboxPerson(key: "again\($0)", name: "Again") })
        #expect(try register.add(NewSandboxPerson(name: "Again")).key == "again")
        #expect(try register.add(NewSandboxPerson(name: "Again")).key == "again999")
        #expect(throws: SandboxError(.full, "")) { try register.add(NewSandboxPerson(name: "Again")) }
    }
}
