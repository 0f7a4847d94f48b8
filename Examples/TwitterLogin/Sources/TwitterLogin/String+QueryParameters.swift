// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyOAuth

extension String {
    /// The pairs of a query or a form body, `param1=value1&param2=value2`, unescaped and in their order.
    ///
    /// A list and no dictionary: a name may stand there twice, and a signature covers both. Throws
    /// ``TwitterLoginError/malformedQuery`` for an escape that is none, because whatever we made of it, the other side would
    /// read something else.
    public var urlQueryParameters: Parameters {
        get throws {
            var parameters: Parameters = [:]
            for piece in split(separator: "&") {
                let pair = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                // A name without "=" has an empty value.
                parameters.append(try Self.unescaped(pair[0]), try pair.count > 1 ? Self.unescaped(pair[1]) : "")
            }
            return parameters
        }
    }

    private static func unescaped(_ text: Substring) throws -> String {
        // In forms and queries a plus sign is a space; one that is meant is written %2B.
        guard let unescaped = text.replacing("+", with: "%20").removingPercentEncoding else {
            throw TwitterLoginError.malformedQuery
        }
        return unescaped
    }
}
