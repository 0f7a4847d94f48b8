// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree
import Testing

/// The hashes that Firebase's JavaScript client computes.
@Suite struct NodeHashTests {
    @Test(arguments: [
        ("4", "eVih19a6ZDz3NL32uVBtg9KSgQY="), ("0", "7ysMph9WPitGP7poMnMHMVPtUlI="),
        ("true", "E5z61QM0lN/U2WsOnusszCTkR8M="), ("false", "aSSNoqcS4oQwJ2xxH20rvpp3zP0="),
        (#""hey guys""#, "CUNLXWpCVoJE6z7z1vE57lGaKAU="), (#""""#, "Ki0Xy0V6morg0TO3Sxi/jwugYDQ="),
    ]) func leavesAreHashedAsFirebaseHashesThem(json: String, hash: String) throws {
        #expect(try Node(json: json.utf8).hash == hash)
    }
}
