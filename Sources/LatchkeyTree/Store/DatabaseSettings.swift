/// The settings of a database besides its rules. Administrators change them.
public struct DatabaseSettings: Codable, Equatable, Sendable {
    /// The limit for writes without a limit of their own.
    public var defaultWriteSizeLimit: WriteSizeLimit
    /// A setting for Firebase's database triggers. It is stored but has no effect, because this server has no triggers.
    public var strictTriggerValidation: Bool
    /// The maximum size of the database, in bytes as ``Node/estimatedBytes`` counts; 0 for any size. It applies to administrators too.
    public var sizeLimit: Int
    /// The maximum sizes of locations; nil means ``PathSizeLimits/ownUsers`` under the rules of a new project, and no limit under others.
    /// They do not apply to administrators.
    public var pathSizeLimits: PathSizeLimits?

    /// The default for a new database: 1 GB.
    public static let standardSizeLimit = 1 << 30
    /// The valid values of ``sizeLimit``, besides 0.
    public static let sizeLimitRange = 1 << 20...1 << 47

    /// Creates settings. The defaults are those of a new database.
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

    /// Decodes settings. Absent members have the values of a new database.
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

/// The maximum size of a write, with Firebase's names. Firebase limits the estimated time; Latchkey limits bytes, 1 MiB per second.
public enum WriteSizeLimit: String, Codable, CaseIterable, Sendable {
    case tiny, small, medium, large, unlimited

    /// The limit in bytes of JSON: the written data, or the removed data for a removal.
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
