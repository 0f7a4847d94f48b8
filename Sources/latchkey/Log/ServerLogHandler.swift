import Foundation
import Logging

/// Writes the server's log to standard error.
struct ServerLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: LogFormat
    private let shared: LogLevel
    /// The level of this logger alone, if it was set.
    private var own: Logger.Level?
    private let write: @Sendable (String) -> Void

    init(
        label: String, format: LogFormat, level: LogLevel,
        write: @escaping @Sendable (String) -> Void = { Terminal.printError($0) }
    ) {
        self.label = label
        self.format = format
        shared = level
        self.write = write
    }

    var logLevel: Logger.Level {
        get { own ?? shared.level }
        set { own = newValue }
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let more = metadataProvider?.get() { all.merge(more) { $1 } }
        if let more = event.metadata { all.merge(more) { $1 } }
        if let error = event.error { all["error"] = "\(error)" }
        let data = all.map { (name: $0.key, value: "\($0.value)") }.sorted { $0.name < $1.name }
        write(format.line(at: Date(), level: event.level, logger: label, message: "\(event.message)", data: data))
    }
}
