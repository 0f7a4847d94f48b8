#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How many connections the server holds at once; more wait in the kernel's queue.
enum ConnectionLimit {
    private static let most = 4096
    private static let least = 16
    /// What the database, providers, the control socket and the log need beside the connections.
    private static let reservedFiles = 64

    /// As many as the process may have files for, which is first raised as far as it is needed and allowed.
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
