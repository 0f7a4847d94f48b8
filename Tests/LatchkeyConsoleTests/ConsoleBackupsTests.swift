import Foundation
import HTTPTypes
import LatchkeyConsole
import LatchkeyServerTestSupport
import Testing

/// The page about the server's backups.
@Suite struct ConsoleBackupsTests {
    private static let path = "/console/backups"

    private func facts(_ page: Reply) -> String {
        page.text.replacing(/<[^>]*>/, with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func theLastAndTheNextBackupAreShown() async throws {
        var state = ConsoleBackups(backUp: "latchkey backup /b --data /d", restore: "latchkey restore /b --latest --data NEW-FOLDER")
        state.place = "/var/<backups>"
        state.everySeconds = 21_600
        state.keep = 14
        state.lastAt = Date(timeIntervalSince1970: 1_795_766_400)
        state.lastBytes = 5_000_000
        state.nextAt = Date(timeIntervalSince1970: 1_795_788_000)
        let shown = state
        let console = try await PlayedConsole(backups: { shown })
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let text = facts(try await browser.open(Self.path))
            #expect(text.contains("Last backup 2026-11-27 08:00 , 5 MB Next backup 2026-11-27 14:00"), "\(text)")
            #expect(text.contains("Where /var/&lt;backups&gt; Interval 6 hours Kept the latest 14 Encrypted no"), "\(text)")
            #expect(text.contains("latchkey restore /b --latest --data NEW-FOLDER") && !text.contains("failed"))
            #expect(try await browser.open("/console/keys").text.contains("href=\"\(Self.path)\""))
            try await console.make("editor")
            #expect(try await browser.open(Self.path).status == .forbidden)
            #expect(try await !browser.open("/console/keys").text.contains("href=\"\(Self.path)\""))
        }
    }

    @Test func failuresAndMissingBackupsAreShown() async throws {
        var state = ConsoleBackups(backUp: "latchkey backup FILE --data /d", restore: "latchkey restore FILE --data NEW-FOLDER")
        state.failure = "The disk is <full>."
        state.failedAt = Date(timeIntervalSince1970: 1_795_766_400)
        let shown = state
        let console = try await PlayedConsole(backups: { shown })
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let text = facts(try await browser.open(Self.path))
            #expect(text.contains("The last backup failed, 2026-11-27 08:00 . The disk is &lt;full&gt;."), "\(text)")
            #expect(text.contains("There are no regular backups.") && text.contains("Last backup none"), "\(text)")
        }
    }

    @Test func aStoreInPostgreSQLIsBackedUpByItsOwnTools() async throws {
        let console = try await PlayedConsole()
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await browser.open(Self.path).text.contains("own tools"))
        }
    }
}
