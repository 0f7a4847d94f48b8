/// The rules for what users and administrators may set.
extension AccountEdit {
    /// - Throws: ``SignInError`` with `INVALID_DISPLAY_NAME`.
    package static func checkedDisplayName(_ text: String) throws -> String {
        guard text.unicodeScalars.count <= maxDisplayNameCharacters else {
            throw SignInError(.init(rawValue: "INVALID_DISPLAY_NAME"), message: "At most \(maxDisplayNameCharacters) characters.")
        }
        return text
    }

    /// Returns whether apps can embed and open a photo URL: only http and https, because other schemes could run scripts.
    package static func isPhotoURL(_ text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }
        return text.unicodeScalars.count <= maxPhotoURLCharacters && ["http", "https"].contains(scheme.lowercased())
            && text.dropFirst(scheme.count).hasPrefix("://")
    }

    /// - Throws: ``SignInError`` with `INVALID_PHOTO_URL`.
    package static func checkedPhotoURL(_ text: String, under policies: AccountPolicies) throws -> String {
        guard text.unicodeScalars.count <= maxPhotoURLCharacters else {
            throw SignInError(.init(rawValue: "INVALID_PHOTO_URL"), message: "At most \(maxPhotoURLCharacters) characters.")
        }
        guard text.isEmpty || isPhotoURL(text) || policies.isLenient else {
            throw SignInError(.init(rawValue: "INVALID_PHOTO_URL"), message: "Use a URL such as https://example.org/picture.png.")
        }
        return text
    }
}
