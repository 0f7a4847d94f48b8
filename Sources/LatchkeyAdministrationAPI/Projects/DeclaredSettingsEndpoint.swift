import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/settings`: reads and changes the settings of a project by their names: those that are on or off, and
/// numbers.
///
/// Firebase has no equivalent.
struct DeclaredSettingsEndpoint: Sendable {
    let store: StoreReader
    let projects: ProjectAdministration
    /// Whether service accounts act for the operator: in a sandbox and an emulator.
    let isOperators: Bool

    private static let path = "/v2/projects/:project/settings"
    private static let reading = APIWords(
        "getSettings", .projects, "Returns the settings of a project by their names",
        "The settings that are on or off, and those that are numbers. Firebase has no such call.")
    private static let changing = APIWords(
        "updateSettings", .projects, "Changes settings of a project by their names",
        "Changes the settings in the body, and returns all. Some settings can be changed only by the operator. Firebase has no such call.",
        errors: [.invalidArgument, .invalidConfig])
    private static let maxBodyBytes = 16_384

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(.get, Self.path, Self.reading, of: router, output: .json(DeclaredSettings.self)) { _, _, caller in
            let project = try await store.read { try $0.administeredProject(caller.caller.project.id) }
            return try Response.json(DeclaredSettings(project.settings))
        }
        admin.on(
            .patch, Self.path, Self.changing, of: router, input: .json(DeclaredSettings.self), output: .json(DeclaredSettings.self)
        ) { request, _, caller in
            let body = try await request.bytes(upTo: Self.maxBodyBytes)
            try FieldMask(nil, body: body).require(Set(ProjectSetting.all.map(\.name)), of: DeclaredSettings.self, from: caller)
            let wanted = try WireDecoder.decode(DeclaredSettings.self, from: body)
            try requireAllowed(wanted)
            let changed = try await projects.change(caller.caller.project.id, by: caller.author) { project in
                try wanted.apply(to: &project.settings)
            }
            return try Response.json(DeclaredSettings(changed.settings))
        }
    }

    private func requireAllowed(_ wanted: DeclaredSettings) throws {
        guard !isOperators, let setting = ProjectSetting.all.first(where: { $0.isOperators && wanted.values[$0.name] != nil }) else {
            return
        }
        throw SettingRefusal(
            "Only the operator can change “\(setting.title)”: in the console, or with latchkey projects set --\(setting.optionName).")
    }
}
