// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Refusals that Google's emulator sends without an explanation, where test programs compare the whole message.
enum EmulatorErrorTexts {
    static let bare: Set<String> = [
        "CLAIMS_TOO_LARGE", "DUPLICATE_LOCAL_ID", "INVALID_CLAIMS", "INVALID_CREDENTIAL_ID", "LOCAL_ID_LIST_EXCEEDS_LIMIT",
        "MISSING_AUTHENTICATOR_RESPONSE",
    ]
}
