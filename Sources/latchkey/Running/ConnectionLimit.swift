import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The maximum number of open connections of a register: of both ports for clients together, or of another port.
///
/// A connection needs one open file. Without a setting, the limit is what the hard limit of open files (`RLIMIT_NOFILE`) allows.
struct ConnectionLimit: Equatable {
    /// The number of accepted connections.
    let accepted: Int
    /// The number of further connections that stay open for an error response.
    let answered: Int

    /// The number of connections after which a port stops accepting. It is above what the register keeps: otherwise, the register could not
    /// close an older connection for a new one.
    var perPort: Int { accepted + answered + 8 }

    private static let least = 16
    /// The number of files for providers, the control socket and the log, and for each core two event loops and a reader of the store.
    private static func reservedFiles(cores: Int) -> Int { 48 + 8 * cores }

    init(accepted: Int, answered: Int) {
        (self.accepted, self.answered) = (accepted, answered)
    }

    /// - Parameters:
    ///   - openFiles: The number of files that the process may open.
    ///   - others: The number of connections that ports with a limit of their own may have.
    ///   - setting: The maximum that the operator has set (`max-connections`).
    ///   - cores: The number of processor cores.
    init(openFiles: Int, others: Int = 0, setting: Int?, cores: Int = System.coreCount) {
        answered = min(256, max(8, openFiles / 64))
        let possible = max(Self.least, openFiles - Self.reservedFiles(cores: cores) - others - answered)
        accepted = min(possible, setting ?? possible)
    }

    /// Raises the limit of open files as far as the process may.
    static func raisingOpenFiles(others: Int, setting: Int?) -> ConnectionLimit {
        var files = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &files) == 0 else { return ConnectionLimit(openFiles: 0, others: others, setting: setting) }
        if files.rlim_cur < files.rlim_max {
            var raised = files
            #if canImport(Darwin)
            // It does not accept an infinite limit.
            raised.rlim_cur = min(files.rlim_max, rlim_t(OPEN_MAX))
            #else
            raised.rlim_cur = files.rlim_max
            #endif
            if setrlimit(resource, &raised) == 0 { files = raised }
        }
        return ConnectionLimit(openFiles: Int(clamping: files.rlim_cur), others: others, setting: setting)
    }
}
