import LatchkeyIdentity
import LatchkeySecrets
import Testing

@Suite struct PasswordPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let policy: PasswordPolicy
        let password: String
        /// `nil` for an accepted password.
        var code: SignInError.Code?
        var message: String?
        var testDescription: String { name }
    }

    private static let strict = PasswordPolicy(
        minimumCharacters: 8, maximumCharacters: 12, requiredKinds: [.lower, .upper, .digit, .symbol], isEnforced: true)
    private static let received = SignInError.Code.passwordDoesNotMeetRequirements

    static let rows: [Row] = [
        Row(name: "no policy, six characters", policy: .init(), password: "abcdef"),
        Row(name: "no policy, five characters", policy: .init(), password: "abcde", code: .weakPassword),
        Row(name: "no policy, five characters of many bytes", policy: .init(), password: "ööööö", code: .weakPassword),
        Row(name: "no policy, nothing", policy: .init(), password: "", code: .missingPassword),
        Row(name: "no policy, as long as can be", policy: .init(), password: String(repeating: "a", count: 4096)),
        // Firebase counts UTF-16 code units.
        Row(name: "no policy, three characters of two units", policy: .init(), password: "😀😀😀"),
        Row(name: "no policy, two characters of two units", policy: .init(), password: "😀😀", code: .weakPassword),
        Row(
            name: "in force, three characters of two units", policy: PasswordPolicy(minimumCharacters: 6, isEnforced: true),
            password: "😀😀😀"),
        Row(name: "no policy, too long", policy: .init(), password: String(repeating: "a", count: 4097), code: .weakPassword),
        Row(
            name: "a policy that is not in force", policy: PasswordPolicy(minimumCharacters: 30, requiredKinds: [.symbol]),
            password: "abcdef"),
        Row(name: "all that is asked, shortest", policy: strict, password: "aB3$efgh"),
        Row(name: "all that is asked, longest", policy: strict, password: "aB3$efghijkl"),
        Row(
            name: "too short", policy: strict, password: "aB3$efg", code: received,
            message: "Missing password requirements: [Password must contain at least 8 characters]"),
        Row(
            name: "too long", policy: strict, password: "aB3$efghijklm", code: received,
            message: "Missing password requirements: [Password must contain at most 12 characters]"),
        Row(
            name: "everything missing but lower case", policy: strict, password: "abc", code: received,
            message: "Missing password requirements: [Password must contain at least 8 characters, "
                + "Password must contain an upper case character, Password must contain a numeric character, "
                + "Password must contain a non-alphanumeric character]"),
        Row(
            name: "no lower case", policy: strict, password: "AB3$EFGH", code: received,
            message: "Missing password requirements: [Password must contain a lower case character]"),
        Row(
            name: "letters of another script are no ASCII letters", policy: strict, password: "ä3$efghÖ", code: received,
            message: "Missing password requirements: [Password must contain an upper case character]"),
        Row(
            name: "a blank is no symbol", policy: strict, password: "aB3 efgh", code: received,
            message: "Missing password requirements: [Password must contain a non-alphanumeric character]"),
        Row(
            name: "digits of another script are no digits", policy: strict, password: "aB٣$efgh", code: received,
            message: "Missing password requirements: [Password must contain a numeric character]"),
        Row(name: "nothing", policy: strict, password: "", code: .missingPassword),
        Row(
            name: "few characters of too many bytes", policy: PasswordPolicy(isEnforced: true),
            password: "a" + String(repeating: "\u{301}", count: 2048), code: received,
            message: "Missing password requirements: [Password should be at most 4096 bytes]"),
    ]

    @Test(arguments: rows) func newPasswords(_ row: Row) {
        do {
            try row.policy.check(Secret(row.password))
            #expect(row.code == nil)
        } catch let error as SignInError {
            #expect(error.code == row.code)
            if let message = row.message { #expect(error.message == message) }
            #expect(error.message?.contains(row.password) != true || row.password.isEmpty, "a refusal does not repeat the password")
        } catch {
            Issue.record(error)
        }
    }

    @Test func everyPrintableCharacterIsOfOneKind() {
        #expect(PasswordPolicy.symbols.count == 94 - 62)
        #expect(PasswordPolicy.symbols.joined() == "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    }
}
