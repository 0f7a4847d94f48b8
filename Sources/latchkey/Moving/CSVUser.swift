import LatchkeyWire

/// A user in the CSV format of `firebase auth:export`, which has a fixed column order and no header.
enum CSVUser {
    /// The first column of each provider: ID, email address, name, picture.
    private static let providers = [("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19)]
    private static let createdAt = 23
    private static let lastSignedInAt = 24
    private static let phoneNumber = 25
    private static let disabled = 26
    private static let customAttributes = 27
    private static let columnCount = 28
    /// Older files end before the columns for claims and disabled users.
    private static let leastColumnCount = phoneNumber + 1

    /// Whether a row is a header, which some programs write; a UID can also be such a name.
    static func isHeader(_ fields: [String]) -> Bool {
        guard fields.count > 1, ["uid", "localid"].contains(fields[0].lowercased()) else { return false }
        return !fields[1].isEmpty && !fields[1].contains("@")
    }

    /// Returns the problem of a row with too few columns.
    static func problem(_ fields: [String]) -> String? {
        guard fields.count < leastColumnCount else { return nil }
        return "\(Count.text(fields.count, "column")); Firebase exports have \(columnCount)."
    }

    static func user(_ fields: [String]) -> UserInfo {
        func field(_ index: Int) -> String? {
            guard index < fields.count, !fields[index].isEmpty else { return nil }
            return fields[index]
        }
        var user = UserInfo(
            localId: field(0), email: field(1), emailVerified: field(2)?.lowercased() == "true", displayName: field(5), photoUrl: field(6),
            phoneNumber: field(phoneNumber), passwordHash: field(3), salt: field(4), createdAt: field(createdAt),
            lastSignedInAt: field(lastSignedInAt), disabled: field(disabled)?.lowercased() == "true",
            customAttributes: field(customAttributes))
        let linked = providers.compactMap { name, column in
            field(column).map {
                ProviderUserInfo(
                    providerId: name, rawId: $0, email: field(column + 1), displayName: field(column + 2), photoUrl: field(column + 3))
            }
        }
        if !linked.isEmpty { user.providerUserInfo = linked }
        return user
    }

    /// - Returns: The row, and whether data of the user has no column.
    static func row(_ user: UserInfo) -> (text: String, isIncomplete: Bool) {
        var fields = [String](repeating: "", count: columnCount)
        fields[0] = user.localId ?? ""
        fields[1] = user.email ?? ""
        fields[2] = user.emailVerified == true ? "true" : "false"
        // There is no column for the hash parameters.
        let ownHash = (user.version ?? 0) == 0
        fields[3] = ownHash ? user.passwordHash ?? "" : ""
        fields[4] = ownHash ? user.salt ?? "" : ""
        fields[5] = user.displayName ?? ""
        fields[6] = user.photoUrl ?? ""
        for info in user.providerUserInfo ?? [] {
            guard let column = providers.first(where: { $0.0 == info.providerId })?.1 else { continue }
            fields[column] = info.rawId ?? ""
            fields[column + 1] = info.email ?? ""
            fields[column + 2] = info.displayName ?? ""
            fields[column + 3] = info.photoUrl ?? ""
        }
        fields[createdAt] = user.createdAt ?? ""
        fields[lastSignedInAt] = user.lastSignedInAt ?? ""
        fields[phoneNumber] = user.phoneNumber ?? ""
        fields[disabled] = user.disabled == true ? "true" : ""
        fields[customAttributes] = user.customAttributes ?? ""
        let lost =
            !ownHash || user.mfaInfo != nil || user.initialEmail != nil || user.passwordUpdatedAt != nil || user.validSince != nil
            || user.screenName != nil || user.customAuth == true || user.emailLinkSignin == true
            || (user.providerUserInfo ?? []).contains { info in
                info.screenName != nil || !providers.contains { $0.0 == info.providerId }
            }
        return (fields.map(quoted).joined(separator: ","), lost)
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }) else { return field }
        return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
