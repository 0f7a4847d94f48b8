#if os(Linux)
import Foundation
import GRDB
import Glibc
import LatchkeyIdentity
import LatchkeyTestSupport
import Subprocess
import Testing

@testable import LatchkeySQLite

/// Names the store that a child process writes to until it is killed.
private let storeVariable: Environment.Key = "LATCHKEY_CRASH_TEST_STORE"

@Suite(.timeLimit(.minutes(10))) struct CrashTests {
    /// - Parameter enough: Acknowledgements to wait for before the process is killed.
    @Test(arguments: [40, 150, 600])
    func acknowledgedWritesSurviveAKilledProcess(_ enough: Int) async throws {
        let folder = try TemporaryFolder()
        // Not `Foundation.Process`: a process that another test starts meanwhile could inherit the pipe and keep it open.
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
        let result = try await Subprocess.run(
            .name("env"), arguments: Arguments([program, "--testing-library", "swift-testing", "--filter", "CrashingWriter"]),
            environment: .inherit.updating([storeVariable: folder.store]), input: .none, output: .sequence, error: .discarded
        ) { child in
            var (text, killed) = ("", false)
            for try await data in child.standardOutput {
                text += data.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                if !killed, text.count(where: { $0 == "\n" }) >= enough {
                    killed = true
                    try child.send(signal: .kill)
                }
            }
            return text
        }
        let text = result.closureResult
        try #require(result.terminationStatus == .signaled(SIGKILL), "the child ended by itself: \(text)")

        // The last line may have been cut off by the kill.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let acknowledged = Set(lines.filter { $0.hasPrefix("ack ") }.map { String($0.dropFirst(4)) })
        #expect(acknowledged.count >= enough / 2)
        let store = try SQLiteStore.open(path: folder.store, mode: .sandbox)
        let kept = try await store.read { try $0.accounts(in: .sample, after: nil, limit: .max) }
        #expect(acknowledged.subtracting(kept.map(\.id.rawValue)) == [])
        // Each transaction wrote an account with its identity, and neither exists without the other.
        #expect(kept.allSatisfy { $0.identities.count == 1 })
        let findings = try await store.database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        #expect(findings == ["ok"])
    }
}

/// Runs only in the child process of the test above: writes forever and prints the acknowledged writes.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[storeVariable.rawValue] != nil)) struct CrashingWriter {
    @Test func writesUntilItIsKilled() async throws {
        let path = try #require(ProcessInfo.processInfo.environment[storeVariable.rawValue])
        let store = try SQLiteStore.open(path: path, mode: .sandbox)
        try await store.write { try $0.insert(Project.sample()) }
        await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<1_000_000 {
                        let id = "w\(writer)-\(number)"
                        try await store.write {
                            try $0.insert(Account.sample(AccountID(rawValue: id), identities: [.sample(id)]))
                        }
                        FileHandle.standardOutput.write(Data("ack \(id)\n".utf8))
                    }
                }
            }
        }
    }
}
#endif
