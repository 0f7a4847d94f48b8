import LatchkeyServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Looks at a data folder from outside, whether or not a server runs on it.
struct FolderCheckup: Sendable {
    let settings: FolderSettings
    let environment: [String: String]

    func checks() -> [CheckupFinding] {
        let folder = permissions()
        return folder.ok ? [folder, masterKey()] : [folder]
    }

    private func permissions() -> CheckupFinding {
        let path = settings.dataFolder
        guard let permissions = FilePermissions(of: path), permissions.isFolder else {
            return .wrong(
                "data folder", "there is no folder \(path)",
                mend: "Name it with --data, or let `latchkey serve` make it at its first start.")
        }
        guard permissions.isForOwnerOnly else {
            return .wrong(
                "data folder", "others than its owner may look into \(path)", mend: "Keep them out: chmod 700 \(path)")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return .wrong(
                "data folder", "this user may not write in \(path)", mend: "Run this as the user who owns the folder.")
        }
        return .ok("data folder", "only its owner may look into \(path)")
    }

    private func masterKey() -> CheckupFinding {
        let source = MasterKeySource(environment: environment, file: settings.masterKeyFile, folder: settings.dataFolder)
        do {
            _ = try source.read()
            return .ok("master key", "it is in \(source.place)")
        } catch let error as DataFolderError {
            return .wrong("master key", error.description, mend: nil)
        } catch {
            return .wrong("master key", "\(error)", mend: nil)
        }
    }
}
