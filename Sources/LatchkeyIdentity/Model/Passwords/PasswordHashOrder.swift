/// The order in which salt and password are joined.
package enum PasswordHashOrder: String, Sendable, Codable {
    case saltAndPassword = "SALT_AND_PASSWORD"
    case passwordAndSalt = "PASSWORD_AND_SALT"
}
