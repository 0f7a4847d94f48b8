/// The validation rules for project settings. The REST API, the console and the command share them.
package enum ProjectRules {
    /// The maximum number of authorized domains.
    package static let maxDomains = 100
    /// The maximum length of a display name, in characters.
    package static let maxNameCharacters = 100
    /// The names that would be ambiguous in paths.
    private static let reserved: Set<String> = ["projects", "accounts"]

    /// - Throws: ``SettingRefusal`` unless a text can name a new project.
    static func checkID(_ id: String) throws(SettingRefusal) {
        guard ProjectID.isValid(id), !reserved.contains(id) else {
            throw SettingRefusal(
                "\(id.prefix(64)) cannot name a project: 4 to 30 lower-case letters, digits and hyphens, a letter first and no hyphen last, "
                    + "and neither “projects” nor “accounts”.")
        }
    }

    /// Returns the display name if it is valid.
    ///
    /// - Throws: ``SettingRefusal`` for an empty or long name, or one with control characters.
    package static func checkedName(_ name: String) throws(SettingRefusal) -> String {
        guard !name.isEmpty, name.count <= maxNameCharacters,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw SettingRefusal("A name has 1 to \(maxNameCharacters) characters, and no control characters.")
        }
        return name
    }

    /// Checks the length limits of a password policy.
    ///
    /// - Throws: ``SettingRefusal``.
    package static func check(_ policy: PasswordPolicy) throws(SettingRefusal) {
        guard PasswordPolicy.minimumRange.contains(policy.minimumCharacters),
            (policy.minimumCharacters...PasswordPolicy.maximumBytes).contains(policy.maximumCharacters)
        else {
            throw SettingRefusal(
                "A password's shortest length is \(PasswordPolicy.minimumRange.lowerBound) to \(PasswordPolicy.minimumRange.upperBound) "
                    + "characters, and its longest lies between that and \(PasswordPolicy.maximumBytes).")
        }
    }

    /// Checks the values of a project that a change sets, and returns the project with its domains in their normal form.
    ///
    /// Values that stay are not checked: they may be from a time with other rules.
    ///
    /// - Throws: ``SettingRefusal``.
    static func checked(_ project: Project, after before: Project) throws(SettingRefusal) -> Project {
        var project = project
        if project.displayName != before.displayName { project.displayName = try checkedName(project.displayName) }
        if project.settings.passwordPolicy != before.settings.passwordPolicy { try check(project.settings.passwordPolicy) }
        for setting in ProjectSetting.all where setting.value(in: project.settings) != setting.value(in: before.settings) {
            try setting.check(project.settings)
        }
        if project.authorizedDomains != before.authorizedDomains {
            var domains: [String] = []
            for text in project.authorizedDomains {
                let domain = before.authorizedDomains.contains(text) ? text : try HostName.checked(text)
                if !domains.contains(domain) { domains.append(domain) }
            }
            guard domains.count <= maxDomains else { throw SettingRefusal("A project can have at most \(maxDomains) authorized domains.") }
            project.authorizedDomains = domains
        }
        guard project.settings.providerRequests.count <= max(ProviderRequestRule.maxCount, before.settings.providerRequests.count) else {
            throw SettingRefusal("A project can have at most \(ProviderRequestRule.maxCount) provider requests.")
        }
        return project
    }
}

extension Project {
    /// Returns the names of the settings that differ, for the audit log.
    func changes(since before: Project) -> [String] {
        var names = ProjectSetting.all.filter { $0.value(in: settings) != $0.value(in: before.settings) }.map(\.name)
        let hooks = BlockingHooks.Event.allCases.filter { settings.hooks[$0] != before.settings.hooks[$0] }.map(\.rawValue)
        let others: [(String, Bool)] = [
            ("name", displayName != before.displayName), ("authorizedDomains", authorizedDomains != before.authorizedDomains),
            ("providerRequests", settings.providerRequests != before.settings.providerRequests),
            ("forwardInboundCredentials", settings.hooks.forwarding != before.settings.hooks.forwarding),
        ]
        names += others.filter(\.1).map(\.0) + hooks
        // No change is left out of the audit log, even if the lists above do not name it.
        return names.isEmpty && self != before ? ["settings"] : names
    }
}
