#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The maximum number of open connections; further ones wait in the kernel's queue.
enum ConnectionLimit {
    private static let most = 4096
    private static let least = 16
    /// Reserved for the database, providers, the control socket and the log.
    private static let reservedFiles = 64

    /// Returns the number of connections that the open file limit allows, after raising that limit as far as needed and allowed.
    static func raisingOpenFiles() -> Int {
        let needed = rlim_t(most + reservedFiles)
        var files = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &files) == 0 else { return least }
        if files.rlim_cur < needed, files.rlim_cur < files.rlim_max {
            var raised = files
            raised.rlim_cur = min(needed, files.rlim_max)
            if setrlimit(resource, &raised) == 0 { files = raised }
        }
        return max(least, Int(min(files.rlim_cur, needed)) - reservedFiles)
    }
}
