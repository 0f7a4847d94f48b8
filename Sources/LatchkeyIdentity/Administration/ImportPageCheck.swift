/// Checks on an import page that do not depend on the contents of the store.
enum ImportPageCheck {
    static func check(_ users: [ImportedAccount], _ options: AccountImport.Options, oneAccountPerEmail: Bool) throws {
        guard !users.isEmpty else { throw SignInError(.init(rawValue: "MISSING_USER_ACCOUNT")) }
        guard users.count <= AccountImport.maxPageSize else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "At most \(AccountImport.maxPageSize) users per request.")
        }
        if options.sanityCheck {
            var (emails, rawIDs): (Set<String>, Set<[String]>) = ([], [])
            for user in users {
                if oneAccountPerEmail, let email = user.email, !email.isEmpty, !emails.insert(email.lowercased()).inserted {
                    throw SignInError(.init(rawValue: "DUPLICATE_EMAIL"), message: email)
                }
                for identity in user.identities {
                    guard let provider = identity.provider, let rawID = identity.rawID else { continue }
                    guard rawIDs.insert([provider, rawID]).inserted else {
                        throw SignInError(
                            .init(rawValue: "DUPLICATE_RAW_ID"), message: "Provider id(\(provider)), Raw id(\(rawID))")
                    }
                }
            }
        }
        guard options.refusesDuplicates, !options.allowOverwrite else { return }
        var ids: Set<String> = []
        ids.reserveCapacity(users.count)
        for user in users {
            guard let id = user.id else { continue }
            guard ids.insert(id).inserted else { throw SignInError(.duplicateLocalID, message: id) }
        }
    }
}
