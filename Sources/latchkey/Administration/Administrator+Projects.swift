import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyTree
import LatchkeyWeb

extension Administrator {
    func projects() async throws -> [ProjectDescription] {
        try await store.read { view in try view.projects().map { try view.describe($0) } }
    }

    func project(_ id: String) async throws -> ProjectDescription {
        try await store.read { view in try view.describe(view.requireProject(id)) }
    }

    func createProject(_ id: String, name: String?) async throws -> ProjectDescription {
        let setup = ProjectSetup(store: store, sealer: sealer, now: now, random: random)
        let (project, key) = try await ProjectCreation(setup: setup, trees: databases.trees, isSandbox: isSandbox).create(id, name: name)
        return ProjectDescription(project, providers: [], keys: [key])
    }

    func changeProject(_ id: String, _ change: ProjectChange) async throws -> ProjectDescription {
        let name = try change.name.map(ProjectCreation.checkedName)
        if let seconds = change.recentSignInSeconds, !ProjectRules.recentSignInRange.contains(seconds) {
            throw AdminError("\(seconds) is not between 0 and \(ProjectRules.recentSignInRange.upperBound) seconds.")
        }
        if let limit = change.signUpsPerHour, !ProjectRules.signUpRange.contains(limit) {
            throw AdminError("\(limit) is not between 0 (no limit) and \(ProjectRules.signUpRange.upperBound) accounts per hour.")
        }
        if let limit = change.smsPerDay, !ProjectRules.smsRange.contains(limit) {
            throw AdminError("\(limit) is not between 0 (no limit) and \(ProjectRules.smsRange.upperBound) text messages per day.")
        }
        if let seconds = change.legacySessionSeconds, seconds != 0, !LegacySettings.sessionRange.contains(seconds) {
            let range = LegacySettings.sessionRange
            throw AdminError("\(seconds) is neither 0 (no limit) nor between \(range.lowerBound) and \(range.upperBound) seconds.")
        }
        let requests = try change.addedProviderRequests.map(Self.checkedProviderRequest)
        let added = try change.addedDomains.map { domain in
            try AdminError.explaining { try HostName.checked(domain) }
        }
        let removed = change.removedDomains.map { $0.lowercased() }
        return try await store.write { transaction in
            var project = try transaction.requireProject(id)
            project.displayName = name ?? project.displayName
            project.settings.apply(change)
            if let policy = change.passwordPolicy { try project.settings.passwordPolicy.apply(policy) }
            for text in change.removedProviderRequests {
                guard let index = project.settings.providerRequests.firstIndex(where: { $0.text == text }) else {
                    throw AdminError("Apps of \(id) are not allowed to read \(text), so it cannot be removed.")
                }
                project.settings.providerRequests.remove(at: index)
            }
            for rule in requests where !project.settings.providerRequests.contains(rule) { project.settings.providerRequests.append(rule) }
            guard project.settings.providerRequests.count <= ProviderRequestRule.maxCount else {
                throw AdminError("A project can have at most \(ProviderRequestRule.maxCount) provider requests.")
            }
            for domain in removed {
                guard let index = project.authorizedDomains.firstIndex(of: domain) else {
                    throw AdminError("\(domain) is not an authorized domain of \(id), so it cannot be removed.")
                }
                project.authorizedDomains.remove(at: index)
            }
            for domain in added where !project.authorizedDomains.contains(domain) { project.authorizedDomains.append(domain) }
            guard project.authorizedDomains.count <= ProjectRules.maxDomains else {
                throw AdminError("A project can have at most \(ProjectRules.maxDomains) authorized domains.")
            }
            try transaction.update(project)
            return try transaction.describe(project)
        }
    }

    private static func checkedProviderRequest(_ text: String) throws -> ProviderRequestRule {
        guard let rule = ProviderRequestRule(text), rule.provider == .twitter else {
            throw AdminError(
                "\(text) is not a provider request: use twitter.com and a path, for example twitter.com/2/users/me; a segment * matches "
                    + "any one segment.")
        }
        return rule
    }
}

extension ProjectSettings {
    fileprivate mutating func apply(_ change: ProjectChange) {
        oneAccountPerEmail = change.oneAccountPerEmail ?? oneAccountPerEmail
        enumerationProtection = change.enumerationProtection ?? enumerationProtection
        passwordSignIn = change.passwordSignIn ?? passwordSignIn
        emailLinkSignIn = change.emailLinkSignIn ?? emailLinkSignIn
        anonymousSignIn = change.anonymousSignIn ?? anonymousSignIn
        phoneSignIn = change.phoneSignIn ?? phoneSignIn
        smsSecondFactor = change.smsSecondFactor ?? smsSecondFactor
        totpSecondFactor = change.totpSecondFactor ?? totpSecondFactor
        signUp = change.signUp ?? signUp
        recentSignInSeconds = change.recentSignInSeconds ?? recentSignInSeconds
        signUpsPerHour = change.signUpsPerHour ?? signUpsPerHour
        smsPerDay = change.smsPerDay ?? smsPerDay
        newNetworkMails = change.newNetworkMails ?? newNetworkMails
        legacy.sessionSeconds = change.legacySessionSeconds ?? legacy.sessionSeconds
        legacy.reverseAuth = change.reverseAuth ?? legacy.reverseAuth
        legacy.routes = change.legacyRoutes ?? legacy.routes
    }
}
