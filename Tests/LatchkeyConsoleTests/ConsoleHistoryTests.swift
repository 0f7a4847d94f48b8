import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

/// The audit log of a project in the console.
@Suite struct ConsoleHistoryTests {
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    @Test func eventsAreShownAndFiltered() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            _ = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "wrong password"])
            let path = "/console/projects/default/history"
            let all = try await owner.open(path)
            #expect(
                all.status == .ok && all.text.contains(">sign_up (password)<") && all.text.contains(">sign_in (password)<"), "\(all.text)")
            let refused = try await owner.open(path + "?kind=sign_in&outcome=refused")
            #expect(refused.text.contains(">sign_in (password)<") && !refused.text.contains(">sign_up (password)<"))
            #expect(refused.text.contains("><bdi>ada@example.org</bdi></a>"), "accounts are named: \(refused.text)")
            for odd in [
                "?hours=0", "?hours=%3Cscript%3E", "?account=%3Cscript%3E", "?kind=%3Cscript%3E", "?before=x",
                "?before=9223372036854775807-9223372036854775807", "?before=-1-1", "?%",
            ] {
                let page = try await owner.open(path + odd)
                #expect(page.status == .ok && !page.text.contains("<script>"), "\(odd)")
            }
        }
    }

    @Test func eventsAreSentencesWithTheirCodes() async throws {
        try await console.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            _ = try await caller.call("accounts:signInWithPassword", ["email": "ada@example.org", "password": "wrong password"])
            var owner = try await console.owner(caller)
            let page = try await owner.open("/console/projects/default/history").text
            #expect(
                page.contains("<bdi>Signed up with a password</bdi> <span class=\"told\"><code>sign_up (password)</code></span>"), "\(page)"
            )
            #expect(page.contains("<bdi>Sign-in failed: wrong "), "\(page)")
            #expect(page.contains("<code>sign_in (password)</code> <code>INVALID_"), "\(page)")
        }
    }

    @Test func theFilteredHistoryIsAFile() async throws {
        let clock = console.server.clock
        try await console.server.store.write { transaction in
            for number in 0..<1201 {
                try transaction.append(
                    AuthEvent(
                        at: clock.now.addingTimeInterval(Double(number)), realm: Realm(project: .standard), kind: .configure,
                        outcome: .allowed, actor: "=1+1", reason: "\"\(number)\", <b>"))
            }
        }
        try await console.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            var owner = try await console.owner(caller)
            let path = "/console/projects/default/history/export"
            let page = try await owner.open("/console/projects/default/history?kind=configure").text
            #expect(page.contains("href=\"\(path)?format=csv&amp;kind=configure&amp;outcome=&amp;hours=&amp;account=\""), "\(page)")
            let csv = try await owner.open(path + "?format=csv&kind=configure")
            #expect(csv.status == .ok && csv.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(csv.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"history-default-") == true)
            let rows = csv.text.components(separatedBy: "\r\n")
            #expect(rows.count == 1203 && rows.first == "time,event,outcome,method,reason,text,tenant,account,name,session,actor,address")
            #expect(rows[1].prefixMatch(of: /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",/) != nil, "\(rows[1])")
            #expect(rows[1].contains(#""configure","allowed","","""1200"", <b>","Changed the configuration: ""1200"", <b>""#), "\(rows[1])")
            #expect(rows[1].contains(#","'=1+1","#), "no formula: \(rows[1])")
            let lines = try await owner.open(path + "?format=jsonl&account=ada%40example.org")
            let events = try lines.text.split(separator: "\n").map {
                try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
            }
            #expect(events.map { $0["event"] } == ["sign_up"] && events.first?["name"] == "ada@example.org", "\(lines.text)")
            #expect(try await owner.open(path + "?format=xlsx").status == .notFound)
            try await console.make("editor")
            #expect(try await owner.open(path + "?format=csv").status == .ok)
            #expect(try await owner.open("/console/administrators/history/export?format=csv").status == .forbidden)
        }
    }

    @Test func eventsAreFilteredByAccountAndTime() async throws {
        try await console.run { caller in
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            _ = try await caller.call("accounts:signUp", ["email": "bob@example.org", "password": "lovelace"])
            console.server.clock.advance(bySeconds: 2 * 3600)
            _ = try await caller.call("accounts:signInWithPassword", ["email": "bob@example.org", "password": "lovelace"])
            var owner = try await console.owner(caller)
            func subjects(_ query: String) async throws -> [String] {
                let page = try await owner.open("/console/projects/default/history?kind=&outcome=&" + query)
                return page.text.matches(of: /title="[^"]*"><bdi>([a-z]+)@example\.org<\/bdi><\/a>/).map { String($0.1) }
            }
            #expect(try await subjects("account=ada%40example.org&hours=") == ["ada"])
            #expect(try await subjects("hours=&account=+" + (try #require(made["localId"]))) == ["ada"])
            #expect(try await subjects("account=&hours=") == ["bob", "bob", "ada"])
            #expect(try await subjects("account=&hours=1") == ["bob"])
            #expect(try await subjects("account=eve%40example.org&hours=24") == [])
            try await console.server.edit("bob@example.org") { $0.phoneNumber = "+15555550100" }
            #expect(try await subjects("account=%2B15555550100&hours=1") == ["bob"])
        }
    }

    @Test func accountsOfTenantsAreNamedAndFound() async throws {
        let tenant = Realm(project: .standard, tenant: "customer-1")
        let clock = console.server.clock
        try await console.server.store.write { transaction in
            try transaction.insert(Tenant(id: tenant.tenant, project: .standard, displayName: "Customer", createdAt: clock.now))
            // An account of the project with the same UID is another one.
            for (realm, email) in [(tenant, "ada@customer.example.org"), (Realm(project: .standard), "eve@example.org")] {
                try transaction.insert(Account(id: "same", realm: realm, email: EmailAddress(email), createdAt: clock.now))
                try transaction.append(
                    AuthEvent(at: clock.now, realm: realm, kind: .signIn, outcome: .refused, subject: "same", reason: "USER_DISABLED"))
            }
        }
        try await console.run { caller in
            var owner = try await console.owner(caller)
            let found = try await owner.open("/console/projects/default/history?account=ada%40customer.example.org")
            #expect(found.text.contains("<bdi>ada@customer.example.org</bdi></a>"), "\(found.text)")
            #expect(found.text.contains(#"href="/console/projects/default/tenants/customer-1/users/same""#))
            #expect(!found.text.contains("eve@example.org"))
        }
    }

    @Test func eventsAreReadAPageAtATime() async throws {
        let clock = console.server.clock
        try await console.server.store.write { transaction in
            for number in 0..<230 {
                try transaction.append(
                    AuthEvent(
                        at: clock.now.addingTimeInterval(Double(number / 7)), realm: Realm(project: .standard), kind: .configure,
                        outcome: .allowed, reason: "number-\(number)-"))
            }
        }
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var (path, found): (String?, [String]) = ("/console/projects/default/history?kind=configure", [])
            while let next = path {
                let page = try await owner.open(next)
                found += page.text.matches(of: /number-(\d+)-/).map { String($0.1) }
                path = page.text.firstMatch(of: /href="([^"]+)" rel="next"/).map { String($0.1).replacing("&amp;", with: "&") }
            }
            #expect(found == (0..<230).reversed().map(String.init))
        }
    }
}
