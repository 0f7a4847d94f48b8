// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON value as it came in, before anything is known about the type it shall become.
enum WireTree: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([WireTree])
    case object([String: WireTree])

    /// Reads JSON text; throws ``WireDecodingError`` when it is none or breaks a limit.
    init(json bytes: [UInt8], maxDepth: Int) throws {
        guard Self.depth(of: bytes) <= maxDepth else {
            throw WireDecodingError(.limit, problem: "is nested deeper than \(maxDepth) levels.")
        }
        do {
            self = try JSONDecoder().decode(WireTree.self, from: Data(bytes))
        } catch {
            throw WireDecodingError(.syntax, problem: "is not valid JSON.")
        }
    }

    /// How deep brackets nest; counted on the bytes so that hostile text is refused before a parser recurses.
    private static func depth(of bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var inString = false
        var escaped = false
        for byte in bytes {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension WireTree: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let members = try? container.decode([String: WireTree].self) {
            self = .object(members)
        } else {
            self = .array(try container.decode([WireTree].self))
        }
    }
}
