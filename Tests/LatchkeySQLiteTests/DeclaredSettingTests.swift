import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import Testing

@testable import LatchkeySQL
@testable import LatchkeySQLite

/// The declared settings of projects in a store.
@Suite struct DeclaredSettingTests {
    private func project(_ settings: ProjectSettings) -> Project {
        Project(
            id: .standard, displayName: "Project", settings: settings,
            passwordHashing: PasswordHashing(sealedSignerKey: SealedSecret(bytes: [1, 2, 3])),
            createdAt: Date(millisecondsSince1970: 1_700_000_000_000))
    }

    /// Another value than in a new project.
    private func other(_ setting: ProjectSetting) -> ProjectSetting.Value {
        switch (setting.kind, setting.standard) {
        case (_, .flag(let isOn)): .flag(!isOn)
        case (.number(_, let valid), .number(let number)):
            .number(number == valid.range.lowerBound ? number + 1 : valid.range.lowerBound)
        case (_, .text): .text("/people/{UID}/private")
        case (.flag, .number(let number)), (.paths, .number(let number)): .number(number)
        }
    }

    @Test(arguments: ProjectSetting.all.map(\.name))
    func everySettingIsStored(_ name: String) async throws {
        let setting = try #require(ProjectSetting.named(name))
        let store = try SQLiteStore.inMemory()
        try await store.write { try $0.insert(project(ProjectSettings())) }
        var settings = ProjectSettings()
        try setting.set(other(setting), in: &settings)
        let changed = project(settings)
        try await store.write { try $0.update(changed) }
        #expect(try await store.read { try $0.project(.standard) } == changed)
    }

    /// A setting that is declared later needs no column.
    @Test func aSettingWithoutAColumnIsStored() throws {
        let declared = try ["smsPerDay", "signUp"].map { try #require(ProjectSetting.named($0)) }
        var settings = ProjectSettings()
        for setting in declared { try setting.set(other(setting), in: &settings) }
        let stored = StoredSettings(settings, among: declared).stored
        var read = ProjectSettings()
        try #require(StoredSettings(stored: stored)).apply(to: &read, among: declared)
        #expect(read == settings)
        // In a store from before the setting, it has its standard value.
        var before = ProjectSettings()
        try #require(StoredSettings(stored: .text("{}"))).apply(to: &before, among: declared)
        #expect(before == ProjectSettings())
        var narrowed = ProjectSettings()
        try #require(StoredSettings(stored: .text(#"{"smsPerDay":-5,"signUp":7}"#))).apply(to: &narrowed, among: declared)
        #expect(narrowed == ProjectSettings(), "values of another version are ignored")
    }
}
