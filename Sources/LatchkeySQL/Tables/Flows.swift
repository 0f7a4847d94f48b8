package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func flow(_ id: Fingerprint) throws -> SignInFlow? {
        try first("SELECT \(SignInFlow.columns) FROM sign_in_flow WHERE id = :id", [":id": id], SignInFlow.init)
    }

    package func insert(_ flow: SignInFlow) throws {
        try run(
            """
            INSERT INTO sign_in_flow (\(SignInFlow.columns))
            VALUES (
                :id, :project, :tenant, :provider, :session, :browser, :callback, :return_target, :sealed_state, :created_at,
                :expires_at)
            """,
            [
                ":id": flow.id, ":project": flow.realm.project, ":tenant": flow.realm.tenant, ":provider": flow.provider,
                ":session": flow.session, ":browser": flow.browser, ":callback": flow.callback,
                ":return_target": flow.returnTarget, ":sealed_state": flow.sealedState, ":created_at": flow.createdAt,
                ":expires_at": flow.expiresAt,
            ])
    }

    package func takeFlow(_ id: Fingerprint, browser: Fingerprint?, at now: Date) throws -> SignInFlow? {
        try first(
            """
            DELETE FROM sign_in_flow
            WHERE id = :id AND (browser IS NULL OR browser = :browser) AND expires_at > :now
            RETURNING \(SignInFlow.columns)
            """, [":id": id, ":browser": browser, ":now": now], SignInFlow.init)
    }

    private static let tablesWithAnEnd = [
        "access_token", "administrator_invitation", "flow_result", "outbox_message", "passkey_challenge", "pending_credential",
        "pending_second_factor", "phone_code", "phone_proof", "sign_in_flow", "totp_enrolment",
    ]

    package func removeExpired(at now: Date) throws {
        for table in Self.tablesWithAnEnd {
            try run("DELETE FROM \(table) WHERE expires_at <= :now", [":now": now])
        }
        try run("DELETE FROM session WHERE ends_at <= :now", [":now": now])
        try run(
            "DELETE FROM one_time_code WHERE expires_at <= :then",
            [":then": now.addingTimeInterval(-OneTimeCode.rememberedSeconds)])
        try removeWebhookDeliveries(before: now.addingTimeInterval(-WebhookDelivery.keptSeconds), at: now)
        try removeHashConfigurationsOutOfUse(since: now.addingTimeInterval(-HashConfiguration.keptUnusedSeconds))
    }
}

extension SignInFlow {
    fileprivate static let columns = """
        id, project, tenant, provider, session, browser, callback, return_target, sealed_state, created_at, expires_at
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), provider: try row.next(), session: try row.next(),
            browser: try row.next(), callback: try row.next(), returnTarget: try row.next(), sealedState: try row.next(),
            createdAt: try row.next(), expiresAt: try row.next())
    }
}
