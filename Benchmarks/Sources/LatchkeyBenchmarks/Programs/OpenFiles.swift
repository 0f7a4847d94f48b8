import Foundation

/// The limit of open files of this process.
enum OpenFiles {
    /// Raises the limit as far as allowed, and returns it.
    static func raisingLimit() -> Int {
        var files = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &files) == 0 else { return 0 }
        files.rlim_cur = files.rlim_max
        setrlimit(resource, &files)
        getrlimit(resource, &files)
        return Int(clamping: files.rlim_cur)
    }
}
