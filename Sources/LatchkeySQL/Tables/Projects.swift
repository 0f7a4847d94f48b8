package import LatchkeyIdentity

extension Transaction {
    package func project(_ id: ProjectID) throws -> Project? {
        try first("SELECT \(Project.columns) FROM project WHERE id = :id AND \(Self.isKept)", [":id": id], Project.init)
    }

    package func projects() throws -> [Project] {
        try all(
            "SELECT \(Project.columns) FROM project WHERE id <> :console AND \(Self.isKept) ORDER BY id", [":console": ProjectID.console],
            Project.init)
    }

    /// The condition for a project that is not being removed.
    private static let isKept = "NOT EXISTS (SELECT 1 FROM removed_project AS r WHERE r.id = project.id AND r.finished_at IS NULL)"

    package func insert(_ project: Project) throws {
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO project (\(Project.columns))
            VALUES (
                :id, :display_name, :one_account_per_email, :enumeration_protection, :password_sign_in, :anonymous_sign_in,
                :phone_sign_in, :sms_second_factor, :totp_second_factor, :sign_up, :recent_sign_in_seconds, :sign_ups_per_hour,
                :authorized_domains, :sealed_signer_key, :salt_separator, :scrypt_rounds, :scrypt_memory_cost, :created_at,
                :email_link_sign_in, :password_min_characters, :password_max_characters, :password_needs_lower, :password_needs_upper,
                :password_needs_digit, :password_needs_symbol, :password_policy_enforced, :password_upgrade_at_sign_in,
                :before_create_url, :before_sign_in_url, :sms_per_day, :legacy_session_seconds, :reverse_auth, :provider_requests, :legacy_routes,
                :forward_id_token, :forward_access_token, :forward_refresh_token, :new_network_mails, :other_settings)
            """, project.values)
    }

    package func update(_ project: Project) throws {
        touched?.markConfiguration()
        let changed = try run(
            """
            UPDATE project SET
                display_name = :display_name, one_account_per_email = :one_account_per_email,
                enumeration_protection = :enumeration_protection, password_sign_in = :password_sign_in,
                anonymous_sign_in = :anonymous_sign_in, phone_sign_in = :phone_sign_in, sms_second_factor = :sms_second_factor,
                totp_second_factor = :totp_second_factor, sign_up = :sign_up, recent_sign_in_seconds = :recent_sign_in_seconds,
                sign_ups_per_hour = :sign_ups_per_hour, authorized_domains = :authorized_domains,
                email_link_sign_in = :email_link_sign_in, password_min_characters = :password_min_characters,
                password_max_characters = :password_max_characters, password_needs_lower = :password_needs_lower,
                password_needs_upper = :password_needs_upper, password_needs_digit = :password_needs_digit,
                password_needs_symbol = :password_needs_symbol, password_policy_enforced = :password_policy_enforced,
                password_upgrade_at_sign_in = :password_upgrade_at_sign_in, before_create_url = :before_create_url,
                before_sign_in_url = :before_sign_in_url, sms_per_day = :sms_per_day,
                legacy_session_seconds = :legacy_session_seconds, reverse_auth = :reverse_auth, provider_requests = :provider_requests,
                legacy_routes = :legacy_routes, forward_id_token = :forward_id_token, forward_access_token = :forward_access_token,
                forward_refresh_token = :forward_refresh_token, new_network_mails = :new_network_mails,
                other_settings = :other_settings
            WHERE id = :id
            """, project.values)
        guard changed == 1 else { throw conflict(.project, "no such project to update") }
    }
}

extension Project {
    fileprivate static let columns = """
        id, display_name, one_account_per_email, enumeration_protection, password_sign_in, anonymous_sign_in, phone_sign_in,
        sms_second_factor, totp_second_factor, sign_up, recent_sign_in_seconds, sign_ups_per_hour, authorized_domains,
        sealed_signer_key, salt_separator, scrypt_rounds, scrypt_memory_cost, created_at, email_link_sign_in,
        \(PasswordPolicy.columns), before_create_url, before_sign_in_url, sms_per_day, legacy_session_seconds,
        reverse_auth, provider_requests, legacy_routes, forward_id_token, forward_access_token, forward_refresh_token, new_network_mails,
        other_settings
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), displayName: try row.next(),
            settings: ProjectSettings(
                oneAccountPerEmail: try row.next(), enumerationProtection: try row.next(), passwordSignIn: try row.next(),
                anonymousSignIn: try row.next(), phoneSignIn: try row.next(), smsSecondFactor: try row.next(),
                totpSecondFactor: try row.next(), signUp: try row.next(), recentSignInSeconds: try row.next(),
                signUpsPerHour: try row.next()
            ),
            authorizedDomains: try row.next(StoredTexts.self).texts,
            passwordHashing: PasswordHashing(
                sealedSignerKey: try row.next(), saltSeparator: try row.next(), parameters: try row.scryptParameters()),
            createdAt: try row.next())
        settings.emailLinkSignIn = try row.next()
        settings.passwordPolicy = try PasswordPolicy(&row)
        settings.hooks = BlockingHooks(beforeCreate: try row.next(), beforeSignIn: try row.next())
        settings.smsPerDay = try row.next()
        settings.legacy = LegacySettings(sessionSeconds: try row.next(), reverseAuth: try row.next())
        settings.providerRequests = try row.next(StoredTexts.self).texts.compactMap(ProviderRequestRule.init)
        settings.legacy.routes = try row.next()
        settings.hooks.forwarding = .init(idToken: try row.next(), accessToken: try row.next(), refreshToken: try row.next())
        settings.newNetworkMails = try row.next()
        try row.next(StoredSettings.self).apply(to: &settings)
    }

    fileprivate var values: Values {
        [
            ":id": id, ":display_name": displayName, ":one_account_per_email": settings.oneAccountPerEmail,
            ":enumeration_protection": settings.enumerationProtection, ":password_sign_in": settings.passwordSignIn,
            ":anonymous_sign_in": settings.anonymousSignIn, ":phone_sign_in": settings.phoneSignIn,
            ":sms_second_factor": settings.smsSecondFactor, ":totp_second_factor": settings.totpSecondFactor, ":sign_up": settings.signUp,
            ":recent_sign_in_seconds": settings.recentSignInSeconds, ":sign_ups_per_hour": settings.signUpsPerHour,
            ":authorized_domains": StoredTexts(authorizedDomains),
            ":sealed_signer_key": passwordHashing.sealedSignerKey, ":salt_separator": passwordHashing.saltSeparator,
            ":scrypt_rounds": passwordHashing.parameters.rounds, ":scrypt_memory_cost": passwordHashing.parameters.memoryCost,
            ":created_at": createdAt, ":email_link_sign_in": settings.emailLinkSignIn,
            ":password_min_characters": settings.passwordPolicy.minimumCharacters,
            ":password_max_characters": settings.passwordPolicy.maximumCharacters,
            ":password_needs_lower": settings.passwordPolicy.needs(.lower),
            ":password_needs_upper": settings.passwordPolicy.needs(.upper),
            ":password_needs_digit": settings.passwordPolicy.needs(.digit),
            ":password_needs_symbol": settings.passwordPolicy.needs(.symbol),
            ":password_policy_enforced": settings.passwordPolicy.isEnforced,
            ":password_upgrade_at_sign_in": settings.passwordPolicy.forcesUpgradeAtSignIn,
            ":before_create_url": settings.hooks.beforeCreate, ":before_sign_in_url": settings.hooks.beforeSignIn,
            ":sms_per_day": settings.smsPerDay, ":legacy_session_seconds": settings.legacy.sessionSeconds,
            ":reverse_auth": settings.legacy.reverseAuth, ":provider_requests": StoredTexts(settings.providerRequests.map(\.text)),
            ":legacy_routes": settings.legacy.routes, ":forward_id_token": settings.hooks.forwarding.idToken,
            ":forward_access_token": settings.hooks.forwarding.accessToken,
            ":forward_refresh_token": settings.hooks.forwarding.refreshToken, ":new_network_mails": settings.newNetworkMails,
            ":other_settings": StoredSettings(settings),
        ]
    }
}
