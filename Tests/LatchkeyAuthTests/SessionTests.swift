import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

/// A folder that is deleted with the test.
private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "latchkey-auth-" + UUID().uuidString
    func file(_ name: String) -> String { path + "/" + name }
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: name.isEmpty ? path : file(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
    func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct SessionTests {
    private func auth(_ transport: ScriptedTransport, file: String) -> Auth {
        Auth(
            configuration: AuthConfiguration(serverURL: "http://127.0.0.1:9099", apiKey: "k", sessionFile: file),
            transport: transport, now: HandClock().now)
    }

    @Test func aSessionSurvivesARestart() async throws {
        let folder = Folder()
        let file = folder.file("deep/session.json")
        let first = auth(
            ScriptedTransport(Sample.twitter, Sample.account(email: "ann@example.com", providers: ["twitter.com"])),
            file: file)
        try await first.signIn(with: TwitterAuthProvider.credential(withToken: "t", secret: "s"))

        let transport = ScriptedTransport()
        let user = try #require(auth(transport, file: file).currentUser)
        #expect(user.uid == "u1")
        #expect(user.email == "ann@example.com")
        #expect(user.providerData.map(\.providerID) == ["twitter.com"])
        #expect(!user.isAnonymous)
        #expect(user.metadata.creationDate == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(user.metadata.lastSignInDate == Date(timeIntervalSince1970: 1_700_000_001.5))
        #expect(try await user.getIDToken() == "id-1")
        #expect(transport.requests.isEmpty, "a restart asks the server nothing")
    }

    @Test func onlyTheOwnerCanReadTheFile() async throws {
        let folder = Folder()
        let storage = FileSessionStorage(path: folder.file("session.json"))
        try storage.save([1])
        try storage.save([1, 2])
        #expect(try folder.mode("session.json") == 0o600)
        #expect(try folder.mode("") == 0o700)
        #expect(folder.names() == ["session.json"], "nothing temporary stays")
        #expect(try storage.load() == [1, 2])
    }

    @Test func anAnonymousSessionStaysAnonymous() async throws {
        let folder = Folder()
        let file = folder.file("session.json")
        try await auth(ScriptedTransport(#"{"localId":"u1",\#(Sample.tokens())}"#, Sample.account()), file: file)
            .signInAnonymously()
        let transport = ScriptedTransport(
            Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let user = try #require(auth(transport, file: file).currentUser)
        #expect(user.isAnonymous)
        try await user.link(with: TwitterAuthProvider.credential(withToken: "t", secret: "s"))
        #expect(!user.isAnonymous)
    }

    @Test func signingOutRemovesTheFile() async throws {
        let folder = Folder()
        let file = folder.file("session.json")
        let auth = auth(ScriptedTransport(Sample.passwordSignIn, Sample.account()), file: file)
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        #expect(folder.names() == ["session.json"])
        try auth.signOut()
        #expect(folder.names().isEmpty)
        #expect(self.auth(ScriptedTransport(), file: file).currentUser == nil)
        try auth.signOut()
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"version":1}"#, String(repeating: "[", count: 50_000),
        #"{"version":2,"account":{"localId":"u"},"isAnonymous":false,"tokens":{"idToken":"i","expiresAt":0,"refreshToken":"r"}}"#,
        #"{"version":1,"account":{},"isAnonymous":false,"tokens":{"idToken":"i","expiresAt":0,"refreshToken":"r"}}"#,
        #"{"version":1,"account":{"localId":"u"},"isAnonymous":false,"tokens":{"idToken":"i","expiresAt":0,"refreshToken":""}}"#,
    ])
    func aDamagedFileIsSetAside(_ text: String) async throws {
        let folder = Folder()
        let storage = FileSessionStorage(path: folder.file("session.json"))
        try storage.save(Array(text.utf8))
        let auth = auth(ScriptedTransport(Sample.passwordSignIn, Sample.account()), file: storage.path)
        #expect(auth.currentUser == nil)
        #expect(code(auth.sessionRestoreError) == .keychainError)
        #expect(folder.names() == ["session.json.unreadable"])
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        #expect(self.auth(ScriptedTransport(), file: storage.path).currentUser?.uid == "u1")
    }

    @Test func aHugeFileIsNotRead() throws {
        let folder = Folder()
        let storage = FileSessionStorage(path: folder.file("session.json"))
        try storage.save([UInt8](repeating: 32, count: FileSessionStorage.maxBytes + 1))
        #expect(throws: (any Error).self) { try storage.load() }
        #expect(auth(ScriptedTransport(), file: storage.path).currentUser == nil)
    }

    @Test func aPlaceThatCannotBeWrittenFailsTheSignIn() async throws {
        let folder = Folder()
        try FileSessionStorage(path: folder.file("file")).save([])
        let auth = auth(ScriptedTransport(Sample.passwordSignIn, Sample.account()), file: folder.file("file/session.json"))
        let error = await failure { try await auth.signIn(withEmail: "ann@example.com", password: "secret-1") }
        #expect(code(error) == .keychainError)
        #expect(auth.currentUser == nil, "a sign-in that fails changes nothing")
    }

    @Test func signingOutWorksEvenWhenTheFileCannotBeRemoved() async throws {
        let folder = Folder()
        let storage = FileSessionStorage(path: folder.file("session.json"))
        let (auth, _) = try await Sample.signedIn(ScriptedTransport(), storage: storage)
        try storage.remove()
        // A folder in place of the file cannot be unlinked.
        try FileManager.default.createDirectory(atPath: storage.path, withIntermediateDirectories: false)
        #expect(code(#expect(throws: (any Error).self) { try auth.signOut() }) == .keychainError)
        #expect(auth.currentUser == nil)
    }

    @Test(arguments: [
        (["XDG_STATE_HOME": "/state", "HOME": "/home/ann"], "/state/latchkey/"),
        (["XDG_STATE_HOME": "relative", "HOME": "/home/ann"], "/home/ann/.local/state/latchkey/"),
        (["HOME": "/home/ann"], "/home/ann/.local/state/latchkey/"),
    ])
    func theFileLiesInTheStateFolder(_ environment: [String: String], _ folder: String) {
        let configuration = AuthConfiguration(serverURL: "https://login.example.com/", apiKey: "k")
        let path = FileSessionStorage(for: configuration, environment: environment).path
        #expect(path.hasPrefix(folder))
        #expect(path.hasSuffix(".json"))
        #expect(!path.contains("login.example.com"))
        var other = configuration
        other.apiKey = "k2"
        #expect(FileSessionStorage(for: other, environment: environment).path != path)
        other.apiKey = "k"
        other.tenantID = "north"
        #expect(FileSessionStorage(for: other, environment: environment).path != path)
    }

    @Test func refreshesAreWrittenDown() async throws {
        let folder = Folder()
        let storage = FileSessionStorage(path: folder.file("session.json"))
        let (_, user) = try await Sample.signedIn(ScriptedTransport(Sample.token("2")), storage: storage)
        try await user.getIDToken(forcingRefresh: true)
        #expect(try StoredSession(reading: storage.load() ?? []).tokens.idToken == "id-2")
    }

    @Test func refreshOfAFormerUserIsNotStored() async throws {
        let storage = MemorySessionStorage()
        let (auth, user) = try await Sample.signedIn(ScriptedTransport(Sample.token("2")), storage: storage)
        try auth.signOut()
        #expect(try await user.getIDToken(forcingRefresh: true) == "id-2")
        #expect(storage.load() == nil)
    }
}
