import Foundation
import HTTPTypes
import LatchkeyAccountAPI
package import LatchkeyIdentity
import LatchkeyOAuth
package import LatchkeySecrets
import LatchkeyWeb
package import LatchkeyWire

extension ProjectConfigResource {
    /// - Parameter signerKey: The signer key of the project's password hashes, which administrators need to migrate users.
    package init(_ project: Project, signerKey: Secret<[UInt8]>) {
        let settings = project.settings
        let hashing = project.passwordHashing
        self.init(
            name: "projects/\(project.id.rawValue)/config",
            signIn: SignInConfig(
                email: .init(
                    enabled: settings.passwordSignIn || settings.emailLinkSignIn, passwordRequired: !settings.emailLinkSignIn),
                phoneNumber: .init(enabled: settings.phoneSignIn), anonymous: .init(enabled: settings.anonymousSignIn),
                allowDuplicateEmails: !settings.oneAccountPerEmail,
                hashConfig: .init(
                    algorithm: "SCRYPT", signerKey: Data(signerKey.expose()).base64EncodedString(),
                    saltSeparator: Data(hashing.saltSeparator).base64EncodedString(), rounds: hashing.parameters.rounds,
                    memoryCost: hashing.parameters.memoryCost)),
            authorizedDomains: project.authorizedDomains, blockingFunctions: BlockingFunctionsConfig(settings.hooks),
            client: ClientConfig(permissions: .init(disabledUserSignup: !settings.signUp, disabledUserDeletion: false)),
            mfa: SecondFactorSettings(sms: settings.smsSecondFactor, totp: settings.totpSecondFactor).config,
            passwordPolicyConfig: PasswordPolicyConfig(settings.passwordPolicy),
            emailPrivacyConfig: EmailPrivacyConfig(enableImprovedEmailPrivacy: settings.enumerationProtection),
            multiTenant: MultiTenantConfig(allowTenants: true))
    }

    /// Applies the values that differ from `present` to a project. Settings that the resource cannot express stay unchanged.
    ///
    /// - Throws: ``SettingRefusal``.
    package func apply(to project: inout Project, shownAs present: ProjectConfigResource, under policies: AccountPolicies) throws {
        try applySignIn(to: &project, shownAs: present)
        if authorizedDomains != present.authorizedDomains {
            let domains = try (authorizedDomains ?? []).map(HostName.checked)
            project.authorizedDomains = domains.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        if blockingFunctions != present.blockingFunctions {
            project.settings.hooks = try blockingFunctions?.hooks(inPlaceOf: project.settings.hooks, under: policies) ?? .init()
        }
        if client != present.client {
            if client?.permissions?.disabledUserDeletion == true {
                throw SettingRefusal("disabledUserDeletion cannot be set here: users may delete their own accounts.")
            }
            project.settings.signUp = !(client?.permissions?.disabledUserSignup ?? false)
        }
        if mfa != present.mfa {
            let factors = try SecondFactorSettings(mfa)
            project.settings.smsSecondFactor = factors.sms
            project.settings.totpSecondFactor = factors.totp
        }
        if passwordPolicyConfig != present.passwordPolicyConfig {
            project.settings.passwordPolicy = try passwordPolicyConfig?.policy() ?? .init()
        }
        if emailPrivacyConfig != present.emailPrivacyConfig {
            project.settings.enumerationProtection = emailPrivacyConfig?.enableImprovedEmailPrivacy ?? false
        }
        if multiTenant?.allowTenants == false { throw SettingRefusal("multiTenant cannot be switched off here.") }
    }

    private func applySignIn(to project: inout Project, shownAs present: ProjectConfigResource) throws {
        if signIn?.email != present.signIn?.email {
            project.settings.passwordSignIn = signIn?.email?.enabled ?? false
            project.settings.emailLinkSignIn = project.settings.passwordSignIn && signIn?.email?.passwordRequired == false
        }
        if signIn?.phoneNumber != present.signIn?.phoneNumber {
            guard signIn?.phoneNumber?.testPhoneNumbers?.isEmpty ?? true else {
                throw SettingRefusal("testPhoneNumbers cannot be set here: fixed verification codes are not supported.")
            }
            project.settings.phoneSignIn = signIn?.phoneNumber?.enabled ?? false
        }
        if signIn?.anonymous != present.signIn?.anonymous {
            project.settings.anonymousSignIn = signIn?.anonymous?.enabled ?? false
        }
        if signIn?.allowDuplicateEmails != present.signIn?.allowDuplicateEmails {
            project.settings.oneAccountPerEmail = !(signIn?.allowDuplicateEmails ?? false)
        }
        // Read-only: a request that names all of `signIn` can omit it.
        if let hashConfig = signIn?.hashConfig, hashConfig != present.signIn?.hashConfig {
            throw SettingRefusal("signIn.hashConfig cannot be changed: stored password hashes depend on it.")
        }
    }
}

extension BlockingFunctionsConfig {
    fileprivate init(_ hooks: BlockingHooks) {
        var triggers: [String: Trigger] = [:]
        for event in BlockingHooks.Event.allCases {
            triggers[event.rawValue] = hooks[event].map { Trigger(functionUri: $0) }
        }
        let forwarding = hooks.forwarding
        self.init(
            triggers: triggers,
            forwardInboundCredentials: forwarding == .init()
                ? nil
                : .init(
                    idToken: forwarding.idToken ? true : nil, accessToken: forwarding.accessToken ? true : nil,
                    refreshToken: forwarding.refreshToken ? true : nil))
    }

    /// - Parameter present: The current hooks. Unchanged URLs are not checked, because the operator may set URLs that others may not.
    fileprivate func hooks(inPlaceOf present: BlockingHooks, under policies: AccountPolicies) throws -> BlockingHooks {
        let forwarded = forwardInboundCredentials
        var hooks = BlockingHooks(
            forwarding: .init(
                idToken: forwarded?.idToken ?? false, accessToken: forwarded?.accessToken ?? false,
                refreshToken: forwarded?.refreshToken ?? false))
        for (name, trigger) in triggers ?? [:] {
            guard let event = BlockingHooks.Event(rawValue: name) else {
                let known = BlockingHooks.Event.allCases.map(\.rawValue).joined(separator: " and ")
                throw SettingRefusal("There is no blocking function \(name.prefix(40)). Known are \(known).")
            }
            guard let url = trigger.functionUri.unlessEmpty else { continue }
            // Functions run next to an emulator, over http, and the emulator has already checked their URLs.
            if !policies.isLenient, url != present[event] {
                try ProjectRules.checkHookURL(url, allowsThisMachine: false)
            }
            hooks[event] = url
        }
        return hooks
    }
}

extension PasswordPolicyConfig {
    fileprivate init(_ policy: PasswordPolicy) {
        let shown = PasswordPolicyReply(policy)
        self.init(
            passwordPolicyEnforcementState: policy.isEnforced ? "ENFORCE" : "OFF", forceUpgradeOnSignin: policy.forcesUpgradeAtSignIn,
            passwordPolicyVersions: [.init(customStrengthOptions: shown.customStrengthOptions, schemaVersion: 1)])
    }

    fileprivate func policy() throws -> PasswordPolicy {
        let standard = PasswordPolicy()
        let versions = passwordPolicyVersions ?? []
        guard versions.count <= 1 else { throw SettingRefusal("passwordPolicyVersions holds one version.") }
        let options = versions.first?.customStrengthOptions
        var kinds: Set<PasswordPolicy.CharacterKind> = []
        if options?.containsLowercaseCharacter == true { kinds.insert(.lower) }
        if options?.containsUppercaseCharacter == true { kinds.insert(.upper) }
        if options?.containsNumericCharacter == true { kinds.insert(.digit) }
        if options?.containsNonAlphanumericCharacter == true { kinds.insert(.symbol) }
        let isEnforced: Bool
        switch passwordPolicyEnforcementState {
        case "ENFORCE": isEnforced = true
        case nil, "", "OFF", "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED": isEnforced = false
        default: throw SettingRefusal("passwordPolicyEnforcementState is ENFORCE or OFF.")
        }
        let policy = PasswordPolicy(
            minimumCharacters: options?.minPasswordLength ?? standard.minimumCharacters,
            maximumCharacters: options?.maxPasswordLength ?? standard.maximumCharacters, requiredKinds: kinds, isEnforced: isEnforced,
            forcesUpgradeAtSignIn: forceUpgradeOnSignin ?? false)
        try ProjectRules.check(policy)
        return policy
    }
}
