// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which members of a configuration a request changes (Google's `FieldMask`): those that it names or, where it names none, those that
/// its body has.
struct UpdateMask: Sendable {
    /// Paths in camelCase, with points.
    private let paths: [String]

    private static let maxBytes = 4096

    /// - Throws: ``SignInError`` with `INVALID_ARGUMENT`.
    init(_ text: String?, body: [UInt8]) throws {
        if let text = text.unlessEmpty {
            guard text.utf8.count <= Self.maxBytes else {
                throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "updateMask is longer than \(Self.maxBytes) bytes.")
            }
            paths = text.split(separator: ",").map { Self.camelCase(String($0)) }
        } else {
            let members = (try? JSONDecoder().decode([String: Present].self, from: Data(body))) ?? [:]
            paths = members.flatMap { name, value in value.paths(below: Self.camelCase(name)) }
        }
    }

    /// Whether a member is to be changed; it is when something above or below it is named too.
    func contains(_ path: String) -> Bool {
        paths.contains { $0 == path || path.hasPrefix($0 + ".") || $0.hasPrefix(path + ".") }
    }

    /// - Parameter known: All members that can be changed.
    /// - Throws: ``SignInError`` with `INVALID_ARGUMENT` for another one: a change that is not made must not look as if it were.
    func require(_ known: Set<String>) throws {
        let strange = paths.first { path in
            path != "name" && !known.contains { $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".") }
        }
        if let strange {
            throw SignInError(
                .init(rawValue: "INVALID_ARGUMENT"),
                message: "\(strange.prefix(60)) cannot be changed. updateMask takes \(known.sorted().joined(separator: ", ")).")
        }
    }

    private static func camelCase(_ text: String) -> String {
        let words = text.split(separator: "_", omittingEmptySubsequences: true)
        return (words.first.map(String.init) ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// What a body has, without what it says.
    private enum Present: Decodable {
        case value
        case object([String: Present])

        init(from decoder: any Decoder) throws {
            self = (try? [String: Present](from: decoder)).map(Present.object) ?? .value
        }

        func paths(below path: String) -> [String] {
            guard case .object(let members) = self, !members.isEmpty else { return [path] }
            return members.flatMap { name, value in value.paths(below: path + "." + UpdateMask.camelCase(name)) }
        }
    }
}
