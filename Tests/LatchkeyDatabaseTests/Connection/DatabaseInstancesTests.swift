import LatchkeyAuth
import Testing

@testable import LatchkeyDatabase

/// Database instances of an app. None of these tests connects to a server.
@Suite(.timeLimit(.minutes(10))) struct DatabaseInstancesTests {
    private func auth(_ databaseURL: String?) -> Auth {
        Auth(
            configuration: AuthConfiguration(serverURL: "http://127.0.0.1:1", apiKey: "key", databaseURL: databaseURL),
            storage: MemorySessionStorage())
    }

    @Test func aDatabaseIsTheSameEachTime() {
        let auth = auth("https://db.example.com")
        let database = Database.database(auth: auth)
        #expect(Database.database(auth: auth) === database)
        #expect(Database.database(auth: auth, url: "https://db.example.com") === database)
        #expect(Database.database(auth: auth, url: "https://db.example.com?ns=other") !== database)
        #expect(Database.database(auth: self.auth("https://db.example.com")) !== database, "another user may be signed in there")
    }

    @Test func anAppThatIsDeletedTakesItsDatabasesAlong() async throws {
        let options = AuthConfiguration(serverURL: "http://127.0.0.1:1", apiKey: "key", databaseURL: "https://db.example.com")
        FirebaseApp.configure(name: "deleted", options: options)
        let app = try #require(FirebaseApp.app(name: "deleted"))
        let auth = Auth.auth(app: app)
        let database = Database.database(auth: auth)
        let (told, tell) = AsyncStream.makeStream(of: DatabaseErrorCode.self)
        database.reference().observe(.value, with: { _ in }, withCancel: { tell.yield($0.databaseCode) })
        #expect(await app.delete())
        #expect(await told.first { _ in true } == .unavailable)
        let later = Database.database(auth: auth)
        #expect(later !== database)
        await #expect { try await later.reference().setValue(1) } throws: { $0.databaseCode == .unavailable }
    }

    @Test func theNameOfTheDatabaseStaysBehindEveryPlaceAlsoAtAnEmulator() {
        let database = Database.database(auth: auth("https://db.example.com?ns=shop"))
        #expect(database.reference(withPath: "a/b").url == "https://db.example.com/a/b?ns=shop")
        database.useEmulator(withHost: "127.0.0.1", port: 9000)
        #expect(database.reference(withPath: "a/b").url == "http://127.0.0.1:9000/a/b?ns=shop")
        database.useEmulator(withHost: "::1", port: 9001)
        #expect(database.reference().url.hasPrefix("http://[::1]:9001"))
    }

    @Test func anEmulatorElsewhereWantsClearTextToBeAllowed() {
        let database = Database.database(auth: auth("https://db.example.com"))
        database.useEmulator(withHost: "emulator.example.com", port: 9000)
        #expect(database.reference().url.hasPrefix("https://db.example.com"))
    }

    @Test func theEnvironmentNamesADatabase() {
        let variables = ["LATCHKEY_URL": "https://a.example", "LATCHKEY_API_KEY": "key"]
        #expect(AuthConfiguration(environment: variables)?.databaseURL == nil)
        let more = variables.merging(["LATCHKEY_DATABASE_URL": "https://db.example.com"]) { $1 }
        #expect(AuthConfiguration(environment: more)?.databaseURL == "https://db.example.com")
    }
}
