public import Foundation

/// A delegate that opens pages in the user's browser, or prints the URL if there is no desktop.
public struct SystemBrowser: AuthUIDelegate {
    private let environment: [String: String]
    private let show: @Sendable (String) -> Void

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - environment: The environment variables; `PATH`, `DISPLAY` and `WAYLAND_DISPLAY` are read.
    ///   - show: Shows text to the user; writes to standard error by default.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        show: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
    ) {
        self.environment = environment
        self.show = show
    }

    /// Opens the page with `xdg-open` (`open` on macOS), or prints its URL.
    public func present(_ address: String) async throws {
        if let opener, await Self.run(opener, address) { return }
        show("To sign in, open this page in a browser on this machine:\n\n    \(address)\n\n")
    }

    /// The program that opens pages; `nil` without a desktop.
    var opener: String? {
        #if os(macOS)
        return "/usr/bin/open"
        #else
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return nil }
        return (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/xdg-open" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        #endif
    }

    /// Whether the platform allows a program to start another program, which is needed to open the browser.
    static var isThere: Bool {
        #if os(Linux) || os(macOS)
        true
        #else
        false
        #endif
    }

    /// Runs a program and returns whether it succeeded.
    private static func run(_ program: String, _ argument: String) async -> Bool {
        #if os(Linux) || os(macOS)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [argument]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withCheckedContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(returning: false)
            }
        }
        #else
        return false
        #endif
    }
}
