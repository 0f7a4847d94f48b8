package import LatchkeyIdentity

extension Transaction {
    package func secondFactors(of account: AccountID, in realm: Realm) throws -> [SecondFactor] {
        try all(
            """
            SELECT \(SecondFactor.columns) FROM second_factor
            WHERE project = :project AND tenant = :tenant AND account = :account ORDER BY enrolled_at, rowid
            """, [":project": realm.project, ":tenant": realm.tenant, ":account": account], SecondFactor.init)
    }

    package func insert(_ factor: SecondFactor) throws {
        let (number, seed, step): (PhoneNumber?, SealedSecret?, Int?) =
            switch factor.means {
            case .phone(let number): (number, nil, nil)
            case .totp(let seed, let step): (nil, seed, Int(step))
            }
        try run(
            """
            INSERT INTO second_factor (\(SecondFactor.columns))
            VALUES (:id, :account, :project, :tenant, :phone_number, :sealed_seed, :last_step, :display_name, :enrolled_at)
            """,
            [
                ":id": factor.id, ":account": factor.account, ":project": factor.realm.project, ":tenant": factor.realm.tenant,
                ":phone_number": number, ":sealed_seed": seed, ":last_step": step, ":display_name": factor.displayName,
                ":enrolled_at": factor.enrolledAt,
            ], parent: .account)
    }

    package func deleteSecondFactor(_ id: String, of account: AccountID, in realm: Realm) throws -> Bool {
        try run(
            "DELETE FROM second_factor WHERE id = :id AND project = :project AND tenant = :tenant AND account = :account",
            [":id": id, ":project": realm.project, ":tenant": realm.tenant, ":account": account]) == 1
    }

    package func useTOTPStep(_ step: Int64, of factor: SecondFactor) throws -> Bool {
        try run(
            """
            UPDATE second_factor SET last_step = :step
            WHERE project = :project AND tenant = :tenant AND account = :account AND id = :id AND last_step < :step
            """,
            [
                ":id": factor.id, ":account": factor.account, ":project": factor.realm.project, ":tenant": factor.realm.tenant,
                ":step": Int(step),
            ]) == 1
    }
}

extension SecondFactor {
    fileprivate static let columns = """
        id, account, project, tenant, phone_number, sealed_seed, last_step, display_name, enrolled_at
        """

    fileprivate init(_ row: inout StoredRow) throws {
        let (id, account, realm): (String, AccountID, Realm) = (try row.next(), try row.next(), try row.realm())
        let number: PhoneNumber? = try row.next()
        let means: SecondFactor.Means
        if let number {
            means = .phone(number)
            row.skip(2)
        } else {
            means = .totp(sealedSeed: try row.next(), lastStep: Int64(try row.next(Int.self)))
        }
        self.init(
            id: id, account: account, realm: realm, means: means, displayName: try row.next(), enrolledAt: try row.next())
    }
}
