import GRDB
import LatchkeyIdentity

extension StoreConflict {
    /// Creates the conflict for a failed constraint; `nil` for every other error.
    ///
    /// - Parameters:
    ///   - error: The error of SQLite.
    ///   - parent: The parent of the table's rows. SQLite does not report which foreign key failed.
    init?(_ error: DatabaseError, parent: Subject) {
        let message = error.message ?? ""
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY:
            self.init(Self.subject(ofColumns: message.split(separator: ": ").last.map(String.init) ?? ""), detail: message)
        case .SQLITE_CONSTRAINT_FOREIGNKEY:
            self.init(parent, detail: message)
        case _ where error.resultCode == .SQLITE_CONSTRAINT:
            self.init(.other, detail: message)
        default:
            return nil
        }
    }

    /// Returns the subject of a failed unique index.
    ///
    /// - Parameter columns: The columns as SQLite lists them, for example `account.project, account.tenant, account.email`.
    static func subject(ofColumns columns: String) -> Subject {
        switch columns {
        case "account.project, account.tenant, account.id": .account
        case "account.project, account.tenant, account.email": .email
        case "account.project, account.tenant, account.phone_number": .phoneNumber
        case "identity.project, identity.provider, identity.origin, identity.tenant, identity.raw_id": .identity
        case "identity.project, identity.tenant, identity.account, identity.provider": .provider
        case "second_factor.project, second_factor.tenant, second_factor.account, second_factor.id",
            "second_factor.project, second_factor.tenant, second_factor.account, second_factor.phone_number":
            .secondFactor
        case "passkey.project, passkey.tenant, passkey.credential_id": .passkey
        case "project.id": .project
        default: .other
        }
    }
}
