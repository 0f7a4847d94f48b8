import Foundation
import LatchkeyAuth
import LatchkeyDatabase
import Synchronization

/// Clients that are created, used concurrently, and dropped with calls in flight.
struct Churn: Sendable {
    let token: String
    let secret: String

    private static let atOnce = 8

    /// Weak references to objects that must not outlive their app.
    private struct Remains {
        weak var auth: Auth?
        weak var database: Database?

        var areGone: Bool { auth == nil && database == nil }
    }

    /// - Returns: The number of clients that remain, and the growth of the process in kilobytes.
    func run(_ count: Int) async throws -> String {
        guard let options = AuthConfiguration(environment: ProcessInfo.processInfo.environment) else {
            throw CocoaError(.featureUnsupported)
        }
        let before = try Self.kilobytesInUse()
        let remains = Mutex<[Remains]>([])
        try await withThrowingTaskGroup(of: Remains.self) { group in
            for number in 0..<count {
                if number >= Self.atOnce, let gone = try await group.next() { remains.withLock { $0.append(gone) } }
                group.addTask { try await live("churn-\(number)", options) }
            }
            for try await gone in group { remains.withLock { $0.append(gone) } }
        }
        let left = try await Self.left(of: remains.withLock { $0 })
        return "churn \(count) left \(left) grown \(try Self.kilobytesInUse() - before)"
    }

    /// The whole life of one app.
    private func live(_ name: String, _ options: AuthConfiguration) async throws -> Remains {
        FirebaseApp.configure(name: name, options: options)
        guard let app = FirebaseApp.app(name: name) else { throw CocoaError(.featureUnsupported) }
        let auth = Auth.auth(app: app)
        let database = Database.database(auth: auth)
        auth.addIDTokenDidChangeListener { _, _ in }
        let person = try await auth.signIn(with: TwitterAuthProvider.credential(withToken: token, secret: secret)).user
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { try await person.getIDToken(forcingRefresh: true) } }
            try await group.waitForAll()
        }
        let home = database.reference(withPath: "users/\(person.uid)")
        _ = try await home.getData()
        home.observe(.value, with: { _ in })
        // This call has no caller any more.
        Task { try await person.getIDToken(forcingRefresh: true) }
        await app.delete()
        return Remains(auth: auth, database: database)
    }

    /// Waits for calls in flight; returns the number of objects that remain after half a minute.
    private static func left(of remains: [Remains]) async throws -> Int {
        for _ in 0..<300 {
            if remains.allSatisfy(\.areGone) { return 0 }
            try await Task.sleep(for: .milliseconds(100))
        }
        return remains.count { !$0.areGone }
    }

    /// The process's anonymous memory, without mapped files, as Linux reports it.
    private static func kilobytesInUse() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        guard let number = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return number
    }
}
