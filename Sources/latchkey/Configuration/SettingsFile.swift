import Foundation
import Yams

/// A YAML file of settings: one mapping of names to single values.
struct SettingsFile {
    /// As they are written, without YAML's guesses at types: `port: 9099` is the text `9099`.
    let values: [String: String]

    static let maxBytes = 65_536

    /// Why a file is no settings file.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Problem``, or what the file system or the YAML parser says.
    init(_ path: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else { throw Problem(description: "there is no such file.") }
        guard bytes.count <= Self.maxBytes else { throw Problem(description: "it is longer than \(Self.maxBytes) bytes.") }
        guard let text = String(data: bytes, encoding: .utf8) else { throw Problem(description: "it is not UTF-8.") }
        guard let node = try Yams.compose(yaml: text) else {
            values = [:]
            return
        }
        guard let mapping = node.mapping else { throw Problem(description: "it is not a list of names and values.") }
        var values: [String: String] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar?.string, let text = value.scalar?.string else {
                throw Problem(description: "\(key.scalar?.string ?? "a name") has to have one plain value.")
            }
            values[name] = text
        }
        self.values = values
    }
}
