import Foundation
import Yams

/// A YAML settings file: a mapping of names to scalar values.
struct SettingsFile {
    /// The values as written, without YAML's implicit types: `port: 9099` is the text `9099`.
    let values: [String: String]

    static let maxBytes = 65_536

    /// The reason why a file is not a settings file.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Problem``.
    init(_ path: String) throws {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Problem(description: FilePermissions.obstacle(to: path) ?? "it is a folder.")
        }
        guard bytes.count <= Self.maxBytes else { throw Problem(description: "it is longer than \(Self.maxBytes) bytes.") }
        guard let text = String(data: bytes, encoding: .utf8) else { throw Problem(description: "it is not UTF-8.") }
        guard let node = try Self.node(of: text) else {
            values = [:]
            return
        }
        guard let mapping = node.mapping else { throw Problem(description: "it is not a list of names and values.") }
        var values: [String: String] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar?.string, let text = value.scalar?.string else {
                throw Problem(description: "\(key.scalar?.string ?? "a name") must have a single value.")
            }
            values[name] = text
        }
        self.values = values
    }

    /// Parses the text. Messages of the parser quote lines of the file, which may contain passwords, and are replaced.
    private static func node(of text: String) throws -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch YamlError.duplicatedKeysInMapping(let names, _) {
            throw Problem(description: "it sets \(names.sorted().joined(separator: ", ")) more than once.")
        } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _)
        {
            throw Problem(description: "line \(mark.line), column \(mark.column): \(problem)")
        } catch {
            throw Problem(description: "it is not YAML.")
        }
    }
}
