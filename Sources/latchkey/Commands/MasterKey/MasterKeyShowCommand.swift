import ArgumentParser
import Foundation
import LatchkeyIdentity

struct MasterKeyShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the ID and the source of the master key, and the progress of its replacement.",
        discussion: """
            The ID distinguishes keys and reveals nothing of them. With a file, for example a copy of an earlier key, the command shows the IDs \
            of the keys in the file, and uses no data folder.
            """)

    @Argument(help: "A file with master keys; - for standard input.") var file: String?
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        if let file { return try show(keysIn: file) }
        try admin.show(try await admin.send(.get("/v2/masterKey"), for: MasterKeyDescription.self)) {
            $0.lines.joined(separator: "\n")
        }
    }

    private func show(keysIn file: String) throws {
        let bytes = try Self.read(file)
        guard bytes.count <= MasterKeySource.maxBytes, let text = String(validating: bytes, as: UTF8.self),
            let keys = MasterKeys.parse(text)
        else {
            throw Failure("\(file) does not contain a master key, which is 32 bytes in Base64, or two of them.")
        }
        let found = FileKeys(
            id: "\(MasterKeyID(of: keys.current))", previousID: keys.previous.map { "\(MasterKeyID(of: $0))" })
        try admin.show(found) { found in
            (["Master key    \(found.id)"] + [found.previousID.map { "Previous key  \($0)" }].compactMap(\.self)).joined(separator: "\n")
        }
    }

    private static func read(_ file: String) throws -> [UInt8] {
        let limit = MasterKeySource.maxBytes + 1
        if file == "-" { return try Terminal.readSecret(prompt: "Master key: ", upTo: limit) }
        guard let handle = FileHandle(forReadingAtPath: file), let bytes = try? handle.read(upToCount: limit) else {
            throw Failure("\(file) is empty, does not exist, or cannot be read by this user.")
        }
        return Array(bytes)
    }

    /// The IDs of the keys in a file.
    private struct FileKeys: Encodable {
        var id: String
        var previousID: String?
    }
}
