/// What an administrator sets for a database, besides its rules.
public struct DatabaseSettings: Codable, Equatable, Sendable {
    /// For writes that say nothing about it themselves.
    public var defaultWriteSizeLimit: WriteSizeLimit
    /// Of Firebase's functions, which this server has none of: kept and given back.
    public var strictTriggerValidation: Bool
    /// The maximum size of the database, in bytes as ``Node/estimatedBytes`` counts; 0 for any size. It applies to administrators too.
    public var sizeLimit: Int
    /// The maximum sizes of places; nil means ``PathSizeLimits/ownUsers`` under the rules of a new project, and no limit under others. They
    /// do not apply to administrators.
    public var pathSizeLimits: PathSizeLimits?

    /// The default for a new database: 1 GB.
    public static let standardSizeLimit = 1 << 30
    /// The valid values of ``sizeLimit``, besides 0.
    public static let sizeLimitRange = 1 << 20...1 << 47

    public init(
        defaultWriteSizeLimit: WriteSizeLimit = .unlimited, strictTriggerValidation: Bool = true, sizeLimit: Int = standardSizeLimit,
        pathSizeLimits: PathSizeLimits? = nil
    ) {
        self.defaultWriteSizeLimit = defaultWriteSizeLimit
        self.strictTriggerValidation = strictTriggerValidation
        self.sizeLimit = sizeLimit
        self.pathSizeLimits = pathSizeLimits
    }

    private enum CodingKeys: CodingKey {
        case defaultWriteSizeLimit, strictTriggerValidation, sizeLimit, pathSizeLimits
    }

    /// What is absent is what a new database has.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let standard = DatabaseSettings()
        defaultWriteSizeLimit =
            try container.decodeIfPresent(WriteSizeLimit.self, forKey: .defaultWriteSizeLimit) ?? standard.defaultWriteSizeLimit
        strictTriggerValidation =
            try container.decodeIfPresent(Bool.self, forKey: .strictTriggerValidation) ?? standard.strictTriggerValidation
        sizeLimit = try container.decodeIfPresent(Int.self, forKey: .sizeLimit) ?? standard.sizeLimit
        pathSizeLimits = try container.decodeIfPresent(PathSizeLimits.self, forKey: .pathSizeLimits)
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
