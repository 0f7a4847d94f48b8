import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// The order, the pages, the filters and the columns of the list of users.
@Suite struct ConsoleUserListTests {
    private static let list = "/console/projects/default/users"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// Accounts whose order by creation, address and name differs. Every seventh has no name, every fifth no address.
    private func fill(_ count: Int) async throws {
        let clock = console.server.clock
        try await console.server.store.write { transaction in
            for number in 0..<count {
                let email = number.isMultiple(of: 5) ? nil : EmailAddress("u\((number * 37) % count)@example.org")
                let name = number.isMultiple(of: 7) ? nil : "N\((number * 53) % count % 40)"
                try transaction.insert(
                    Account(
                        id: AccountID(rawValue: "user\(number)"), realm: Realm(project: .standard), email: email, displayName: name,
                        createdAt: clock.now.addingTimeInterval(Double(number))))
            }
        }
    }

    private func uids(_ page: Reply) -> [String] { page.text.matches(of: /<code><bdi>(user\d+)<\/bdi>/).map { String($0.1) } }

    private func link(_ name: String, of page: Reply) -> String? {
        page.text.matches(of: /href="([^"]+)" rel="(prev|next)"/).first { $0.2 == name }.map { String($0.1).replacing("&amp;", with: "&") }
    }

    private func position(_ page: Reply) -> String? {
        page.text.firstMatch(of: /<span class="quiet">([0-9,–]+( of [0-9,]+)?)</).map { String($0.1) }
    }

    @Test(arguments: ["", "sort=created", "sort=email", "sort=-email", "sort=name", "sort=-name"])
    func everyOrderIsReadForwardAndBack(_ sort: String) async throws {
        try await fill(130)
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let first = try await browser.open(Self.list + "?" + sort)
            #expect(position(first) == "1–50 of 130" && link("prev", of: first) == nil)
            let second = try await browser.open(try #require(link("next", of: first)))
            #expect(position(second) == "51–100 of 130")
            let third = try await browser.open(try #require(link("next", of: second)))
            #expect(position(third) == "101–130 of 130" && link("next", of: third) == nil)
            let all = uids(first) + uids(second) + uids(third)
            #expect(Set(all).count == 130)
            let back = try await browser.open(try #require(link("prev", of: third)))
            #expect(uids(back) == uids(second) && position(back) == "51–100 of 130")
            let beginning = try await browser.open(try #require(link("prev", of: back)))
            #expect(uids(beginning) == uids(first) && position(beginning) == "1–50 of 130" && link("prev", of: beginning) == nil)
        }
    }

    @Test func headersSortAndSayHow() async throws {
        try await fill(20)
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.list)
            let header = "aria-sort=\"none\"><a href=\"\(Self.list)?sort=email\">Identifier</a>"
            #expect(page.text.contains(header), "\(page.text)")
            #expect(page.text.contains("aria-sort=\"descending\"><a href=\"\(Self.list)?sort=created\">"))
            let sorted = try await browser.open(Self.list + "?sort=name")
            #expect(sorted.text.contains("aria-sort=\"ascending\"><a href=\"\(Self.list)?sort=-name\">Name</a>"), "\(sorted.text)")
            #expect(uids(sorted).suffix(3) == ["user0", "user14", "user7"], "without a name: \(uids(sorted))")
            // A search has an order of its own.
            #expect(!(try await browser.open(Self.list + "?q=n&sort=name").text.contains("aria-sort=\"ascending\"")))
            for odd in ["sort=password", "sort=--name", "sort=%3Cscript%3E", "from=-1", "from=99999999999999999999", "before=x"] {
                let page = try await browser.open(Self.list + "?" + odd)
                #expect(page.status == .ok && !page.text.contains("<script>") && uids(page).count == 20, "\(odd)")
            }
        }
    }

    @Test func searchAndFiltersAreOneFormAndChipsRemoveThem() async throws {
        try await fill(20)
        try await console.server.store.write { transaction in
            var account = try #require(try transaction.account("user3", in: Realm(project: .standard)))
            account.disabled = true
            try transaction.update(account)
        }
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.list + "?q=u&method=&state=disabled&sort=name")
            #expect(uids(page) == ["user3"], "\(page.text)")
            for (chip, href) in [
                ("Search: <bdi>u</bdi>", "?state=disabled&amp;sort=name"), ("Status: <bdi>disabled</bdi>", "?q=u&amp;sort=name"),
            ] {
                #expect(page.text.contains("href=\"\(Self.list)\(href)\"><span class=\"hush\">Remove the filter </span>\(chip)"), "\(chip)")
            }
            #expect(page.text.matches(of: /<form method="get"/).count == 1)
            #expect(try await browser.open(Self.list).text.contains("class=\"chips\"") == false)
            #expect(uids(try await browser.open(Self.list + "?state=disabled&sort=email")) == ["user3"])
        }
    }

    @Test func columnsAreChosenAndRemembered() async throws {
        try await fill(1)
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let csrf = try field("csrf", of: try await browser.open(Self.list))
            let form = [("csrf", csrf), ("project", "default"), ("tenant", ""), ("back", "sort=name&evil=1")]
            let chosen = try await browser.post("/console/user-columns", form + [("column", "uid"), ("column", "<script>")])
            #expect(chosen.status == .seeOther && chosen.headers[.location] == Self.list + "?sort=name", "\(chosen.text)")
            let page = try await browser.open(Self.list)
            #expect(page.text.contains("<th scope=\"col\" class=\"wide\">UID</th>") && !page.text.contains("Last sign-in<span"))
            #expect(page.text.contains("value=\"uid\" checked") && !page.text.contains("value=\"name\" checked"))
            #expect(try await browser.post("/console/user-columns", form).status == .seeOther)
            #expect(!(try await browser.open(Self.list).text.contains(">UID</th>")), "none")
            let elsewhere = [("csrf", csrf), ("project", "..//example.org")]
            #expect(try await browser.post("/console/user-columns", elsewhere).status == .notFound)
            #expect(try await browser.post("/console/user-columns", [("project", "default")]).status == .forbidden)
        }
    }
}
