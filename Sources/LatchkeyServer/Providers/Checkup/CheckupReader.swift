// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

/// Who reads what a checkup found: they are told how to mend it with what they have at hand.
public enum CheckupReader: Sendable {
    /// At a terminal.
    case command
    /// At the provider's page in the console.
    case page

    var apiOrigin: String { isPage ? "the address of the programming interface" : "--api-origin" }
    var enterpriseHost: String { isPage ? "the Enterprise host" : "--enterprise-host" }

    /// For “Copy both again, and …”.
    func storing(_ configuration: ProviderConfiguration) -> String {
        isPage ? "save them here" : "store them: " + command(configuration)
    }

    func naming(_ what: String, _ configuration: ProviderConfiguration) -> String {
        isPage ? "Write \(what) into the field Issuer." : "Name \(what): \(command(configuration)) --issuer URL"
    }

    private var isPage: Bool {
        switch self {
        case .page: true
        case .command: false
        }
    }

    private func command(_ configuration: ProviderConfiguration) -> String {
        "latchkey projects provider set \(configuration.provider) --project \(configuration.project) --key KEY --secret-file -"
    }
}
