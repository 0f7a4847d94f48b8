package import LatchkeyIdentity

extension Transaction {
    package func tenant(_ id: TenantID, of project: ProjectID) throws -> Tenant? {
        try first(
            "SELECT \(Tenant.columns) FROM tenant WHERE project = :project AND id = :id", [":project": project, ":id": id], Tenant.init)
    }

    package func tenants(of project: ProjectID, after last: TenantID?, limit: Int) throws -> [Tenant] {
        try all(
            "SELECT \(Tenant.columns) FROM tenant WHERE project = :project AND id > :last ORDER BY id LIMIT :limit",
            [":project": project, ":last": last ?? .none, ":limit": limit], Tenant.init)
    }

    package func insert(_ tenant: Tenant) throws {
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO tenant (\(Tenant.columns))
            VALUES (
                :project, :id, :display_name, :disabled, :password_sign_in, :email_link_sign_in, :anonymous_sign_in, :sms_second_factor,
                :totp_second_factor, :sign_up, :created_at)
            """, tenant.values)
    }

    package func update(_ tenant: Tenant) throws {
        touched?.markConfiguration()
        let changed = try run(
            """
            UPDATE tenant SET
                display_name = :display_name, disabled = :disabled, password_sign_in = :password_sign_in,
                email_link_sign_in = :email_link_sign_in, anonymous_sign_in = :anonymous_sign_in,
                sms_second_factor = :sms_second_factor, totp_second_factor = :totp_second_factor, sign_up = :sign_up
            WHERE project = :project AND id = :id
            """, tenant.values)
        guard changed == 1 else { throw conflict(.other, "no such tenant to update") }
    }

    package func deleteTenant(_ id: TenantID, of project: ProjectID) throws -> Bool {
        touched?.markConfiguration()
        // Rows without a tenant belong to the project itself.
        guard id != .none else { return false }
        let values: Values = [":project": project, ":tenant": id]
        let deleted = try run("DELETE FROM tenant WHERE project = :project AND id = :tenant", values)
        guard deleted == 1 else { return false }
        try run("DELETE FROM account WHERE project = :project AND tenant = :tenant", values)
        try run("DELETE FROM provider_configuration WHERE project = :project AND tenant = :tenant", values)
        try run("DELETE FROM saml_configuration WHERE project = :project AND tenant = :tenant", values)
        return true
    }
}

extension Tenant {
    fileprivate static let columns = """
        project, id, display_name, disabled, password_sign_in, email_link_sign_in, anonymous_sign_in, sms_second_factor,
        totp_second_factor, sign_up, created_at
        """

    fileprivate init(_ row: inout StoredRow) throws {
        let project: ProjectID = try row.next()
        self.init(
            id: try row.next(), project: project, displayName: try row.next(),
            settings: TenantSettings(
                disabled: try row.next(), passwordSignIn: try row.next(), emailLinkSignIn: try row.next(),
                anonymousSignIn: try row.next(), smsSecondFactor: try row.next(), totpSecondFactor: try row.next(),
                signUp: try row.next()),
            createdAt: try row.next())
    }

    fileprivate var values: Values {
        [
            ":project": project, ":id": id, ":display_name": displayName, ":disabled": settings.disabled,
            ":password_sign_in": settings.passwordSignIn, ":email_link_sign_in": settings.emailLinkSignIn,
            ":anonymous_sign_in": settings.anonymousSignIn, ":sms_second_factor": settings.smsSecondFactor,
            ":totp_second_factor": settings.totpSecondFactor, ":sign_up": settings.signUp, ":created_at": createdAt,
        ]
    }
}
