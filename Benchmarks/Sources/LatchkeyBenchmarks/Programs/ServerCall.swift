// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// A call of Latchkey's and its body, for whoever sends it.
struct ServerCall: Sendable {
    let name: String
    let body: any Encodable & Sendable
}
