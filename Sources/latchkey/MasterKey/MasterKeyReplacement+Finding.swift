import LatchkeyIdentity
import LatchkeyProviders

extension MasterKeyReplacement {
    /// Checks the source of the key in the process that uses it, for `latchkey doctor`. Only files are read again: the next start needs them.
    func finding() -> CheckupFinding {
        let subject = "master key"
        switch source {
        case .file, .credential, .standardFile: break
        case .environment, .command, .descriptor: return .ok(subject, "\(currentID), which the server got from \(source.place)")
        }
        do throws(ConfigurationMistake) {
            let found = "\(MasterKeyID(of: try source.read().current))"
            guard found == currentID else {
                return .wrong(
                    subject, "\(source.place) contains the key \(found), but the server uses \(currentID)",
                    mend: "Restore the key \(currentID) as the first line before the server restarts.")
            }
            return .ok(subject, "\(currentID), found in \(source.place)")
        } catch {
            return .wrong(subject, "the server has its key, but cannot start again: \(error.problem)", mend: error.mend)
        }
    }
}
