import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// The source of the master key that encrypts a folder's secrets.
enum MasterKeySource: Sendable, Equatable {
    /// The key itself, in the variable `LATCHKEY_MASTER_KEY`.
    case environment(Secret<String>)
    /// The output of a command, which is run once in a process.
    case command(String)
    /// A descriptor that this process inherited. It is read once and closed.
    case descriptor(CInt)
    /// A file that a setting names.
    case file(String)
    /// A file that systemd provides (`LoadCredential=`). Its folder is closed to other users.
    case credential(String)
    /// `master.key` in the data folder, which the first start creates.
    case standardFile(String)

    /// The size limit of a key in its text form, with blanks and line breaks, in bytes.
    static let maxBytes = 4096

    /// How to name another source, for messages.
    static let advice =
        "set the source of the key with --master-key-file, --master-key-command, --master-key-fd, LATCHKEY_MASTER_KEY or systemd's credential master-key."

    /// The source, for messages.
    var place: String {
        switch self {
        case .environment: "LATCHKEY_MASTER_KEY"
        case .command: "the output of master-key-command"
        case .descriptor(let descriptor): "the file descriptor \(descriptor)"
        case .file(let path), .credential(let path), .standardFile(let path): path
        }
    }

    /// The setting, for messages.
    var setting: String {
        switch self {
        case .environment: "LATCHKEY_MASTER_KEY"
        case .command: "master-key-command"
        case .descriptor: "master-key-fd"
        case .file: "master-key-file"
        case .credential: "CREDENTIALS_DIRECTORY"
        case .standardFile: "master.key"
        }
    }

    /// Whether there is a key, which may be wrong. Only a file can be absent.
    var exists: Bool {
        switch self {
        case .file(let path), .credential(let path), .standardFile(let path): FileManager.default.fileExists(atPath: path)
        case .environment, .command, .descriptor: true
        }
    }

    /// Reads the key, or the two keys of a replacement.
    ///
    /// - Throws: ``ConfigurationMistake``, which contains nothing of what the source contains.
    func read() throws(ConfigurationMistake) -> MasterKeys {
        let bytes = try bytes()
        guard bytes.count <= Self.maxBytes, let text = String(validating: bytes, as: UTF8.self),
            let keys = MasterKeys.parse(text)
        else {
            throw mistake(
                "\(place) is not 32 bytes in Base64.",
                "Create a key with: head -c 32 /dev/urandom | base64. While a key is replaced, the previous one follows it in a second line."
            )
        }
        if case .file(let path) = self { try requirePrivate(path) }
        if case .standardFile(let path) = self { try requirePrivate(path) }
        return keys
    }

    private func bytes() throws(ConfigurationMistake) -> [UInt8] {
        switch self {
        case .environment(let text): return Array(text.expose().utf8)
        case .command(let text):
            return try OnceRead.bytes(of: setting + " " + text) { () throws(ConfigurationMistake) in
                do throws(SecretCommand.Problem) {
                    return try SecretCommand(text, maxBytes: Self.maxBytes).run()
                } catch {
                    throw mistake(error.description, "Run the command as this user. Its standard output must be the key.")
                }
            }
        case .descriptor(let descriptor):
            return try OnceRead.bytes(of: setting + " \(descriptor)") { () throws(ConfigurationMistake) in
                do throws(InheritedDescriptor.Problem) {
                    return try InheritedDescriptor(descriptor).readAndClose(upTo: Self.maxBytes)
                } catch {
                    throw mistake(error.description, "Open it for this process, for example: latchkey serve --master-key-fd 3 3<FILE")
                }
            }
        case .file(let path), .credential(let path), .standardFile(let path): return try contents(of: path)
        }
    }

    private func contents(of path: String) throws(ConfigurationMistake) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw mistake(
                "There is no master key in \(path), but the data is encrypted with one.", "Restore the file, or \(Self.advice)")
        }
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.read(upToCount: Self.maxBytes + 1) else {
            throw mistake("The master key in \(path) is empty, or cannot be read by this user.", "Use a file of this user with the key.")
        }
        return Array(bytes)
    }

    private func requirePrivate(_ path: String) throws(ConfigurationMistake) {
        guard FilePermissions(of: path)?.isForOwnerOnly == true else {
            throw mistake("The master key in \(path) can be read by other users.", "To fix this, run: \(FilePermissions.remedy(for: path))")
        }
    }

    private func mistake(_ problem: String, _ mend: String) -> ConfigurationMistake {
        ConfigurationMistake(key: setting, problem: problem, mend: mend)
    }
}
