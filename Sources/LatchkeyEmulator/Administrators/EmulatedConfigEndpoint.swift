import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/config` of an emulator.
///
/// Google's emulator knows three settings: `signIn.allowDuplicateEmails`, `blockingFunctions` and `emailPrivacyConfig`. Tests compare the
/// whole response, so the other settings of this server can be changed here, but are returned only if they differ from the defaults.
struct EmulatedConfigEndpoint: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let now: WallClock

    private static let path = "/v2/projects/:project/config"
    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(.get, Self.path, ProjectWords.readConfig, of: router, output: .json(ProjectConfigResource.self)) { _, _, caller in
            try Response.json(try await store.read { try shown($0.project(caller.caller.project.id)) })
        }
        admin.on(
            .patch, Self.path, ProjectWords.changeConfig, of: router, input: .json(ProjectConfigResource.self), query: ["updateMask"],
            output: .json(ProjectConfigResource.self)
        ) { request, _, caller in
            let body = try await request.bytes(upTo: Self.maxBodyBytes)
            let mask = try request.fieldMask(over: body)
            let received = try WireDecoder.decode(ProjectConfigResource.self, from: body)
            try received.blockingFunctions?.checkTriggers()
            let changed = try await store.write { transaction -> ProjectConfigResource in
                guard var project = try transaction.project(caller.caller.project.id) else { throw AdministratorError.invalid }
                let present = try whole(project)
                var wanted = try mask.appliedWhereSent(to: present)
                wanted.signIn?.keepMethods(of: present.signIn)
                if mask.isOfBody {
                    wanted.signIn?.allowDuplicateEmails = received.signIn?.allowDuplicateEmails ?? false
                    wanted.blockingFunctions = received.blockingFunctions ?? .init()
                    wanted.emailPrivacyConfig = .init(
                        enableImprovedEmailPrivacy: received.emailPrivacyConfig?.enableImprovedEmailPrivacy ?? false)
                }
                try wanted.apply(to: &project, shownAs: present, under: caller.caller.project.policies)
                try transaction.update(project)
                try transaction.append(caller.configuring(mask, at: now()))
                return try shown(project)
            }
            return try Response.json(changed)
        }
    }

    private func whole(_ project: Project) throws -> ProjectConfigResource {
        ProjectConfigResource(project, signerKey: try passwords.signerKey(of: project))
    }

    private func shown(_ found: Project?) throws -> ProjectConfigResource {
        guard let project = found else { throw AdministratorError.invalid }
        var beginning = project
        beginning.settings = EmulatedProjects.settings
        beginning.authorizedDomains = EmulatedProjects.domains
        let (now, then) = (try whole(project), try whole(beginning))
        var functions = now.blockingFunctions ?? .init()
        if functions.triggers?.isEmpty == true { functions.triggers = nil }
        func unless<Value: Equatable>(_ value: Value?, _ other: Value?) -> Value? { value == other ? nil : value }
        return ProjectConfigResource(
            signIn: SignInConfig(
                email: unless(now.signIn?.email, then.signIn?.email),
                phoneNumber: unless(now.signIn?.phoneNumber, then.signIn?.phoneNumber),
                anonymous: unless(now.signIn?.anonymous, then.signIn?.anonymous), allowDuplicateEmails: now.signIn?.allowDuplicateEmails),
            authorizedDomains: unless(now.authorizedDomains, then.authorizedDomains),
            blockingFunctions: functions,
            client: unless(now.client, then.client), mfa: unless(now.mfa, then.mfa),
            passwordPolicyConfig: unless(now.passwordPolicyConfig, then.passwordPolicyConfig), emailPrivacyConfig: now.emailPrivacyConfig)
    }
}

extension SignInConfig {
    /// Keeps the sign-in methods that a request omits. Google's emulator has no switches for them, so its clients do not send them.
    fileprivate mutating func keepMethods(of present: SignInConfig?) {
        var sent = email ?? .init()
        sent.enabled = sent.enabled ?? present?.email?.enabled
        sent.passwordRequired = sent.passwordRequired ?? present?.email?.passwordRequired
        email = sent
        phoneNumber = phoneNumber ?? present?.phoneNumber
        anonymous = anonymous ?? present?.anonymous
    }
}

extension BlockingFunctionsConfig {
    /// Checks all triggers, regardless of the update mask.
    fileprivate func checkTriggers() throws {
        for (name, trigger) in (triggers ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard BlockingHooks.Event(rawValue: name) != nil else {
                throw SignInError.invalidBlockingFunction("Event type is invalid.")
            }
            let url = trigger.functionUri ?? ""
            guard url.utf8.count <= BlockingHooks.maxURLBytes, (try? HTTPHookTransport.request([], to: url)) != nil else {
                throw SignInError.invalidBlockingFunction("Expected an absolute URI with valid scheme and host.")
            }
        }
    }
}

extension SignInError {
    /// Uses the messages of Google's emulator.
    fileprivate static func invalidBlockingFunction(_ problem: String) -> SignInError {
        SignInError(.init(rawValue: "INVALID_BLOCKING_FUNCTION"), message: "((\(problem)))")
    }
}
