import Foundation
import LatchkeySecrets

/// The source of a provider's secret. Secrets are never arguments, because every user of the machine can read these.
struct ProviderSecretSource {
    private let file: String?
    private let environment: [String: String]

    static let variable = "LATCHKEY_PROVIDER_SECRET"
    static let explanation =
        "Provide the secret in a file (--secret-file FILE), on standard input (--secret-file -) or in the environment variable "
        + "\(variable); not as an argument, which other users could read."
    private static let maxBytes = 4096

    /// - Parameter file: `-` for standard input; `nil` to use the environment.
    init(file: String?, environment: [String: String]) {
        self.file = file
        self.environment = environment
    }

    /// Whether a source is set, without reading it.
    var isNamed: Bool { file != nil || environment[Self.variable] != nil }

    /// - Returns: The secret; `nil` when none is set.
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
            throw AdminError("The secret file \(path) is empty or cannot be read.")
        }
        return Array(bytes)
    }

    /// Removes the trailing newline of editors and `echo`, which is not part of the secret, and checks the secret.
    private func checked(_ bytes: [UInt8], from place: String) throws -> Secret<String> {
        var bytes = bytes[...]
        while let last = bytes.last, last == 0x0a || last == 0x0d { bytes.removeLast() }
        guard !bytes.isEmpty else { throw AdminError("\(place) contains no secret.") }
        // A private key has several lines.
        let isKey = bytes.starts(with: "-----BEGIN ".utf8)
        let allowed: (UInt8) -> Bool = { (0x21...0x7e).contains($0) || isKey && [0x20, 0x0a, 0x0d].contains($0) }
        guard bytes.count <= Self.maxBytes, bytes.allSatisfy(allowed) else {
            throw AdminError(
                "\(place) contains no valid secret: it must have at most \(Self.maxBytes) ASCII characters, without spaces.")
        }
        return Secret(String(decoding: bytes, as: UTF8.self))
    }
}
