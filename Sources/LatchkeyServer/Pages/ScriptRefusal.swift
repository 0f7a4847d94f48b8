// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What a page's script tells the person.
struct ScriptRefusal: Codable {
    let message: String
}
