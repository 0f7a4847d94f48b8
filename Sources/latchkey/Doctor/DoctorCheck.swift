// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// One thing that was looked at.
struct DoctorCheck: Codable, Sendable, Equatable {
    /// What was looked at, in a few words.
    var subject: String
    var ok: Bool
    /// What was found.
    var detail: String
    /// What to do about it; only where something is wrong.
    var mend: String?

    static func ok(_ subject: String, _ detail: String) -> DoctorCheck {
        DoctorCheck(subject: subject, ok: true, detail: detail)
    }

    static func wrong(_ subject: String, _ detail: String, mend: String?) -> DoctorCheck {
        DoctorCheck(subject: subject, ok: false, detail: detail, mend: mend)
    }
}
