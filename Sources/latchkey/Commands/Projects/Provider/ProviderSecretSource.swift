import Foundation
import LatchkeySecrets

/// Where a provider's secret comes from. Arguments are no such place: every user of the machine can read them.
struct ProviderSecretSource {
    private let file: String?
    private let environment: [String: String]

    static let variable = "LATCHKEY_PROVIDER_SECRET"
    static let explanation =
        "The secret comes from a file (--secret-file FILE), from standard input (--secret-file -) or from the environment variable "
        + "\(variable); never from an argument, which others could read."
    private static let maxBytes = 4096

    /// - Parameter file: `-` for standard input; without one the environment is asked.
    init(file: String?, environment: [String: String]) {
        self.file = file
        self.environment = environment
    }

    /// Whether there is one, without looking at it.
    var isNamed: Bool { file != nil || environment[Self.variable] != nil }

    /// - Returns: `nil` when none is given.
    /// - Throws: ``AdminError``.
    func secret() throws -> Secret<String>? {
        switch file {
        case "-": try checked(Terminal.readSecret(prompt: "Secret: ", upTo: Self.maxBytes + 1), from: "Standard input")
        case let file?: try checked(read(file), from: file)
        case nil: try environment[Self.variable].map { try checked(Array($0.utf8), from: Self.variable) }
        }
    }

    private func read(_ path: String) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path), let bytes = try? handle.read(upToCount: Self.maxBytes + 1) else {
            throw AdminError("The file with the secret, \(path), is empty or cannot be read.")
        }
        return Array(bytes)
    }

    /// Editors and `echo` end a file with a line feed, which is no part of the secret.
    private func checked(_ bytes: [UInt8], from place: String) throws -> Secret<String> {
        var bytes = bytes[...]
        while let last = bytes.last, last == 0x0a || last == 0x0d { bytes.removeLast() }
        guard !bytes.isEmpty else { throw AdminError("\(place) holds no secret.") }
        // A private key is a text of several lines.
        let isKey = bytes.starts(with: "-----BEGIN ".utf8)
        let allowed: (UInt8) -> Bool = { (0x21...0x7e).contains($0) || isKey && [0x20, 0x0a, 0x0d].contains($0) }
        guard bytes.count <= Self.maxBytes, bytes.allSatisfy(allowed) else {
            throw AdminError(
                "\(place) holds no secret of a provider: it would have at most \(Self.maxBytes) ASCII characters, without blanks.")
        }
        return Secret(String(decoding: bytes, as: UTF8.self))
    }
}
