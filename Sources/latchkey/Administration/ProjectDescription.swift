import Foundation
import LatchkeyIdentity

/// A project in the output for administrators.
struct ProjectDescription: Codable, Sendable, Equatable {
    var id: String
    var name: String
    /// The twelve-digit project number in app IDs.
    var number: String
    var createdAt: Date
    /// By the names of ``ProjectSetting``. In JSON, each is a member of the project.
    var settings: [String: ProjectSetting.Value]
    var providerRequests: [String]
    var passwordPolicy: PasswordPolicyDescription
    var authorizedDomains: [String]
    /// The enabled providers.
    var providers: [String]
    /// The valid API keys; they are not secret.
    var apiKeys: [String]

    init(_ project: Project, providers: [ProviderConfiguration], keys: [APIKey]) {
        id = project.id.rawValue
        name = project.displayName
        number = project.number
        createdAt = project.createdAt
        settings = Dictionary(uniqueKeysWithValues: ProjectSetting.single.map { ($0.name, $0.value(in: project.settings)) })
        providerRequests = project.settings.providerRequests.map(\.text)
        passwordPolicy = PasswordPolicyDescription(project.settings.passwordPolicy)
        authorizedDomains = project.authorizedDomains
        self.providers = providers.filter(\.enabled).map(\.provider.rawValue)
        apiKeys = keys.filter { $0.revokedAt == nil }.map(\.text)
    }
}

extension ProjectSetting {
    /// The settings that have a member and an option of their own. The password policy is one value.
    static let single = all.filter { !$0.isPartOfPasswordPolicy }
}

extension ProjectDescription {
    private enum CodingKeys: String, CodingKey {
        case id, name, number, createdAt, providerRequests, passwordPolicy, authorizedDomains, providers, apiKeys
    }

    /// The name of a setting as a member.
    private struct SettingName: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        number = try container.decode(String.self, forKey: .number)
        createdAt = try container.decode(Date.self, forKey: .createdAt)
        providerRequests = try container.decode([String].self, forKey: .providerRequests)
        passwordPolicy = try container.decode(PasswordPolicyDescription.self, forKey: .passwordPolicy)
        authorizedDomains = try container.decode([String].self, forKey: .authorizedDomains)
        providers = try container.decode([String].self, forKey: .providers)
        apiKeys = try container.decode([String].self, forKey: .apiKeys)
        let members = try decoder.container(keyedBy: SettingName.self)
        settings = [:]
        for setting in ProjectSetting.single {
            settings[setting.name] = try members.decode(ProjectSetting.Value.self, forKey: SettingName(stringValue: setting.name))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(number, forKey: .number)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(providerRequests, forKey: .providerRequests)
        try container.encode(passwordPolicy, forKey: .passwordPolicy)
        try container.encode(authorizedDomains, forKey: .authorizedDomains)
        try container.encode(providers, forKey: .providers)
        try container.encode(apiKeys, forKey: .apiKeys)
        var members = encoder.container(keyedBy: SettingName.self)
        for (name, value) in settings { try members.encode(value, forKey: SettingName(stringValue: name)) }
    }
}

/// An API key in the output for administrators.
struct APIKeyDescription: Codable, Sendable, Equatable {
    var key: String
    var createdAt: Date
    var revokedAt: Date?

    init(_ key: APIKey) {
        self.key = key.text
        createdAt = key.createdAt
        revokedAt = key.revokedAt
    }
}

/// A registered app in the output for administrators.
struct AppDescription: Codable, Sendable, Equatable {
    /// In Firebase's format, for example `1:123456789012:ios:0123456789abcdef`.
    var id: String
    var platform: String
    var bundleID: String
    var teamID: String?
    var name: String
    /// The encoded app ID, which a phone app registers as its URL scheme.
    var urlScheme: String
    var createdAt: Date

    init(_ app: RegisteredApp) {
        id = app.id
        platform = app.platform.rawValue
        bundleID = app.bundleID
        teamID = app.teamID
        name = app.displayName
        urlScheme = app.urlScheme
        createdAt = app.createdAt
    }
}
