// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What an administrator sets for a database, besides its rules.
public struct DatabaseSettings: Codable, Equatable, Sendable {
    /// For writes that say nothing about it themselves.
    public var defaultWriteSizeLimit: WriteSizeLimit
    /// Of Firebase's functions, which this server has none of: kept and given back.
    public var strictTriggerValidation: Bool

    public init(defaultWriteSizeLimit: WriteSizeLimit = .unlimited, strictTriggerValidation: Bool = true) {
        self.defaultWriteSizeLimit = defaultWriteSizeLimit
        self.strictTriggerValidation = strictTriggerValidation
    }

    private enum CodingKeys: CodingKey {
        case defaultWriteSizeLimit, strictTriggerValidation
    }

    /// What is absent is what a new database has.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let standard = DatabaseSettings()
        defaultWriteSizeLimit =
            try container.decodeIfPresent(WriteSizeLimit.self, forKey: .defaultWriteSizeLimit) ?? standard.defaultWriteSizeLimit
        strictTriggerValidation =
            try container.decodeIfPresent(Bool.self, forKey: .strictTriggerValidation) ?? standard.strictTriggerValidation
    }
}

/// How much one write may change, in Firebase's words. There it is a time, which is estimated; here it is bytes, a MiB for each second.
public enum WriteSizeLimit: String, Codable, CaseIterable, Sendable {
    case tiny, small, medium, large, unlimited

    /// Of JSON: what is written, and for a removal what is removed.
    public var maxBytes: Int {
        let mebibytes =
            switch self {
            case .tiny: 1
            case .small: 10
            case .medium: 30
            case .large: 60
            case .unlimited: 256
            }
        return mebibytes * 1024 * 1024
    }
}
