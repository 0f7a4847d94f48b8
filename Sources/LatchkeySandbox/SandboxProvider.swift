// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// A provider that the sandbox pretends to be.
public enum SandboxProvider: String, Sendable, Hashable, Codable, CaseIterable {
    /// OAuth 1.0a, API 1.1 and the first call of API 2.
    case twitter
    /// OAuth 2.0 with the web flow and the device flow, and the REST API.
    case github
}
