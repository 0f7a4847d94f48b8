import Foundation
import HTTPTypes
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyWeb

/// The apps and the keys of a project.
@Suite struct ConsoleAppTests {
    private static let path = "/console/projects/default/apps"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    private func form(_ page: Reply, _ values: [String: String]) throws -> [(String, String)] {
        [("csrf", try field("csrf", of: page))] + values.map { ($0.key, $0.value) }
    }

    @Test func anAppIsRegisteredAndConfigured() async throws {
        try await console.run { caller in
            console.server.databaseAddress.set("http://db.example.org:9000")
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            #expect(page.text.contains("No apps registered"))
            let saved = try await browser.post(
                Self.path, try form(page, ["platform": "ios", "bundleID": "org.example.app", "name": "Ada & <b>Co</b>", "teamID": ""]))
            #expect(saved.headers[.location] == Self.path + "?done=app", "\(saved.text)")
            let app = try #require(try await console.server.store.read { try $0.apps(of: .standard) }.first)
            let shown = try await browser.open(Self.path)
            #expect(shown.text.contains(app.id) && shown.text.contains(app.urlScheme) && shown.text.contains("Ada &amp; &lt;b&gt;Co"))
            let link = try #require(shown.text.firstMatch(of: /href="([^"]+GoogleService-Info.plist)"/)).1
            let file = try await browser.open(String(link))
            #expect(file.status == .ok && file.headers[.contentDisposition]?.contains("GoogleService-Info.plist") == true)
            // Read with the decoder that apps use for property lists.
            let values = try PropertyListDecoder().decode([String: String].self, from: Data(file.text.utf8))
            #expect(
                values == [
                    "API_KEY": caller.apiKey, "BUNDLE_ID": "org.example.app", "GCM_SENDER_ID": console.server.project.number,
                    "GOOGLE_APP_ID": app.id, "LATCHKEY_URL": "https://auth.example.org", "PLIST_VERSION": "1", "PROJECT_ID": "default",
                    "DATABASE_URL": "http://db.example.org:9000",
                ])
            #expect(
                shown.text.contains("apiKey: &quot;\(caller.apiKey)&quot;")
                    && shown.text.contains("authDomain: &quot;auth.example.org&quot;"))
        }
    }

    @Test(arguments: [
        (["platform": "ios"], "bundle id"), (["platform": "windows"], "not a platform"),
        (["platform": "web", "teamID": "A1B2C3D4E5"], "team id"),
        (["platform": "ios", "bundleID": "a b"], "not a bundle ID"),
        (["platform": "ios", "bundleID": "a.b", "teamID": "x"], "not a team ID"),
    ])
    func invalidAppsAreExplained(_ values: [String: String], _ told: String) async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            let refused = try await browser.post(Self.path, try form(page, values.merging(["name": "\"><script>"]) { $1 }))
            #expect(refused.status == .badRequest && refused.text.contains(told), "\(refused.text)")
            #expect(refused.text.contains("value=\"&quot;&gt;&lt;script&gt;\"") && !refused.text.contains("<script>"))
            let apps = try await console.server.store.read { try $0.apps(of: .standard) }
            #expect(apps.isEmpty)
        }
    }

    @Test func revokedKeyIsRejected() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            #expect(try await browser.post(Self.path + "/keys", try form(page, [:])).status == .seeOther)
            let keys = try await console.server.store.read { try $0.apiKeys(of: .standard) }
            #expect(keys.count == 2)
            #expect(try await browser.post(Self.path + "/keys/revoke", try form(page, ["key": caller.apiKey])).status == .seeOther)
            #expect(try await browser.post(Self.path + "/keys/revoke", try form(page, ["key": caller.apiKey])).status == .seeOther)
            #expect(try await caller.call("accounts:signUp", ["returnSecureToken": true]).status == .badRequest)
            #expect(try await browser.open(Self.path).text.contains("revoked <time"))
            let other = try await browser.post(Self.path + "/keys/revoke", try form(page, ["key": "lk_nobodys"]))
            #expect(other.status == .notFound)
        }
    }

    @Test func onlyOwnersChangeAppsAndKeys() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            try await console.make("editor")
            for path in ["", "/keys", "/keys/revoke"] {
                let values = ["key": caller.apiKey, "platform": "web"]
                #expect(try await browser.post(Self.path + path, try form(page, values)).status == .forbidden)
            }
            let (apps, keys) = try await console.server.store.read { (try $0.apps(of: .standard), try $0.apiKeys(of: .standard)) }
            #expect(apps.isEmpty && keys.count == 1 && keys.first?.revokedAt == nil)
            let shown = try await browser.open(Self.path)
            #expect(shown.status == .ok && !shown.text.contains("Revoke") && !shown.text.contains("Register an app"))
        }
    }
}
