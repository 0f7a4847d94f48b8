import Logging
import Synchronization

/// The level of the server's log, which can change while the server runs.
final class LogLevel: Sendable {
    private let position: Atomic<Int>

    init(_ level: Logger.Level) {
        position = Atomic(Self.position(of: level))
    }

    var level: Logger.Level {
        get { Logger.Level.allCases[position.load(ordering: .relaxed)] }
        set { position.store(Self.position(of: newValue), ordering: .relaxed) }
    }

    private static func position(of level: Logger.Level) -> Int { Logger.Level.allCases.firstIndex(of: level) ?? 0 }
}
