import Foundation
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite struct DeviceAccountTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-accounts-\(UUID().uuidString)")
    private var path: String { folder.path + "/accounts.json" }

    private func store() -> DeviceAccountStore { DeviceAccountStore(storage: FileSessionStorage(path: path)) }

    private func account(_ name: String, userID: String? = nil, token: String = "t") -> DeviceAccount {
        DeviceAccount(username: name, userID: userID, server: "https://login.example.com", token: token, secret: "s-\(name)")
    }

    @Test func accountsAreKeptInTheirOrderForTheirOwnerAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = store()
        #expect(try first.accounts().isEmpty)
        for name in ["ada", "bob"] { try first.save(account(name)) }
        let again = store()
        #expect(try again.accounts().map(\.username) == ["ada", "bob"])
        #expect(try again.accounts().first?.tokenPair.secret == "s-ada")
        #expect(try again.accounts(of: DeviceAccountType(identifier: "com.apple.facebook")).isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try again.remove(account("ada"))
        #expect(try first.accounts().map(\.username) == ["bob"])
    }

    @Test func newTokenOfTheSameUserReplacesTheOldOne() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store()
        try store.save(account("ada", userID: "1", token: "old"))
        try store.save(account("countess", userID: "1", token: "new"))
        try store.save(account("ada", userID: "2"))
        #expect(try store.accounts().map(\.tokenPair.token) == ["new", "t"])
        #expect(try store.accounts().map(\.username) == ["countess", "ada"])
    }

    @Test(arguments: ["", "{", "[]", #"{"version":2,"entries":[]}"#])
    func unreadableFileIsReportedAndRenamed(text: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect { try store().accounts() } throws: { code($0) == .keychainError }
        #expect(try String(contentsOfFile: path + ".unreadable", encoding: .utf8) == text)
        #expect(try store().accounts().isEmpty, "and the next try finds none")
    }

    @Test func aPlaceThatCannotBeWrittenFailsTheSaving() throws {
        let store = DeviceAccountStore(storage: FileSessionStorage(path: "/proc/nowhere/accounts.json"))
        #expect { try store.save(account("ada")) } throws: { code($0) == .keychainError }
    }

    @Test func aDeviceKeepsAHundredAccounts() throws {
        let store = DeviceAccountStore(storage: MemorySessionStorage())
        for number in 0..<100 { try store.save(account("a\(number)")) }
        #expect { try store.save(account("one too many")) } throws: { code($0) == .keychainError }
        #expect(try store.accounts().count == 100)
        try store.save(account("a7", token: "new"))
    }

    @Test func anAccountShowsNoToken() {
        let ada = account("ada", token: "the-token")
        var text = ""
        dump(ada, to: &text)
        #expect(!(text + "\(ada)" + String(reflecting: ada)).contains("the-token"))
    }

    private struct Chooser: AccountChooser {
        let choice: @Sendable ([DeviceAccount]) -> DeviceAccount?
        func choose(among accounts: [DeviceAccount]) async -> DeviceAccount? { choice(accounts) }
    }

    @Test func chooserIsUsedForSeveralAccountsOnly() async throws {
        let store = DeviceAccountStore(storage: MemorySessionStorage())
        let none = Chooser { _ in nil }
        #expect(try await store.account(chosenBy: Chooser { $0.first }) == nil)
        try store.save(account("ada"))
        #expect(try await store.account(chosenBy: none)?.username == "ada", "one alone is taken")
        try store.save(account("bob"))
        #expect(try await store.account(chosenBy: none) == nil)
        #expect(try await store.account(chosenBy: Chooser { $0.last })?.username == "bob")
        let stranger = account("stranger")
        #expect(try await store.account(chosenBy: Chooser { _ in stranger }) == nil, "a stranger is no choice")
    }

    @Test(
        arguments: [
            (["2"], "bob"), (["0", "3", "x", "1"], "ada"), ([""], nil), ([], nil), (["9", "9", "9", "9", "9", "1"], nil),
        ] as [([String], String?)])
    func terminalChooserReadsANumber(lines: [String], name: String?) async throws {
        let input = Mutex(lines[...])
        let shown = Mutex("")
        let chooser = TerminalAccountChooser(
            show: { text in shown.withLock { $0 += text } }, read: { input.withLock { $0.popFirst() } })
        let chosen = try await chooser.choose(among: [account("ada"), account("bob\u{1b}[2J")])
        #expect(chosen.map { String($0.username.prefix(3)) } == name)
        let text = shown.withLock { $0 }
        #expect(text.contains("1  @ada") && !text.contains("\u{1b}"), "a name does not steer the terminal")
    }
}
