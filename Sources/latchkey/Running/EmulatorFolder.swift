import Foundation
import LatchkeyEmulator
import Logging

/// A folder in the format of `firebase emulators:export`, limited to the Auth emulator's part.
struct EmulatorFolder: Sendable {
    let path: String

    static let metadataName = "firebase-export-metadata.json"
    private static let authFolder = "auth_export"
    /// The version of the format, which is the first version of the Firebase CLI with this format.
    private static let formVersion = "9.0.0"

    private struct Metadata: Codable {
        struct Part: Codable {
            var version: String
            var path: String
        }
        var version: String
        var auth: Part?
    }

    /// Whether an export can be written: the folder does not exist, is empty, or contains an earlier export.
    var canBeWritten: Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard names.isEmpty else {
            return names.contains(Self.metadataName) && Self.isWritable(path)
                && (!names.contains(Self.authFolder) || Self.isWritable(path + "/" + Self.authFolder))
        }
        // Checks the parent folder now, because the export is written only at exit.
        var place = URL(fileURLWithPath: path).standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.pathComponents.count > 1 { place.deleteLastPathComponent() }
        return Self.isWritable(place.path)
    }

    private static func isWritable(_ folder: String) -> Bool {
        FilePermissions(of: folder)?.isFolder == true && FileManager.default.isWritableFile(atPath: folder)
    }

    /// - Throws: ``EmulatorImportError``.
    func load(into accounts: EmulatorAccounts, logger: Logger) async throws {
        let metadata: Metadata
        do {
            metadata = try JSONDecoder().decode(Metadata.self, from: try contents(Self.metadataName))
        } catch let error as EmulatorImportError {
            throw error
        } catch {
            throw EmulatorImportError("\(Self.metadataName) in \(path) cannot be read: it must contain a version and the parts.")
        }
        guard let part = metadata.auth else {
            throw EmulatorImportError("\(path) contains no export of the Auth emulator. Export again while the Auth emulator runs.")
        }
        guard !part.path.hasPrefix("/"), !part.path.split(separator: "/").contains("..") else {
            throw EmulatorImportError("\(Self.metadataName) refers to a folder outside of \(path).")
        }
        if FileManager.default.fileExists(atPath: "\(path)/\(part.path)/config.json") {
            try await accounts.take(configuration: try contents(part.path + "/config.json"))
        }
        let (count, withoutPassword) = try await accounts.add(try contents(part.path + "/accounts.json"))
        if withoutPassword > 0 {
            logger.warning(
                "These accounts have no password here: their hashes come from another program and were never used",
                metadata: ["accounts": "\(withoutPassword)"])
        }
        logger.info("Imported accounts", metadata: ["accounts": "\(count)", "from": "\(path)"])
    }

    /// Writes an export. It contains plaintext passwords, so only the owner can read it.
    func save(_ accounts: EmulatorAccounts, logger: Logger) async throws {
        // Reads everything before writing.
        let files = [
            (Self.authFolder + "/accounts.json", try await accounts.exported()),
            (Self.authFolder + "/config.json", try await accounts.exportedConfiguration()),
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A folder can also contain exports of other emulators, which are kept.
        var metadata: [String: Any] =
            (try? JSONSerialization.jsonObject(with: contents(Self.metadataName))) as? [String: Any] ?? ["version": Self.formVersion]
        metadata["auth"] = ["version": Self.formVersion, "path": Self.authFolder]
        let text = try JSONSerialization.data(withJSONObject: metadata, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        do {
            try FileManager.default.createDirectory(
                atPath: path + "/" + Self.authFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            for (name, bytes) in files + [(Self.metadataName, text)] {
                try bytes.write(to: URL(fileURLWithPath: path + "/" + name), options: .atomic)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/" + name)
            }
        } catch {
            throw Failure("The accounts were not exported: \(path) is no longer writable, or its disk is full.")
        }
        logger.info("Exported accounts", metadata: ["to": "\(path)"])
    }

    private func contents(_ name: String) throws -> Data {
        let file = path + "/" + name
        guard let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? Int else {
            throw EmulatorImportError("\(file) is missing or cannot be read.")
        }
        guard size <= EmulatorAccounts.maxBytes else {
            throw EmulatorImportError("\(file) is longer than \(EmulatorAccounts.maxBytes / 1_048_576) MiB.")
        }
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw EmulatorImportError("\(file) cannot be read by this user.")
        }
        return bytes
    }
}
