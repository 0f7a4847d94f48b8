import LatchkeyProviders

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Checks a data folder without opening it; works with and without a running server.
struct FolderCheckup: Sendable {
    let settings: FolderSettings

    func permissions() -> CheckupFinding {
        let path = settings.dataFolder
        guard let permissions = FilePermissions(of: path), permissions.isFolder else {
            return .wrong(
                "data folder", "the folder \(path) does not exist",
                mend: "Set the folder with --data, or run `latchkey serve`, which creates it at its first start.")
        }
        guard permissions.isForOwnerOnly else {
            return .wrong(
                "data folder", "users other than the owner can access \(path)", mend: "Restrict access: chmod 700 \(path)")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return .wrong(
                "data folder", "this user cannot write to \(path)", mend: "Run this command as the owner of the folder.")
        }
        return .ok("data folder", "only the owner can access \(path)")
    }

    /// Checks the master key that this process would use. A running server may have another source.
    func masterKey() -> CheckupFinding {
        do {
            _ = try settings.masterKey.read()
            return .ok("master key", "found in \(settings.masterKey.place)")
        } catch {
            return .wrong("master key", error.problem, mend: error.mend)
        }
    }
}
