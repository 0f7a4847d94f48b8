import Foundation
import LatchkeyIdentity
import Testing

@testable import LatchkeyConsole

@Suite struct EventTextTests {
    @Test(
        arguments: [
            (AuthEvent.Kind.signIn, AuthEvent.Outcome.allowed, ProviderID.password, nil, "Signed in with a password"),
            (.signIn, .allowed, .github, nil, "Signed in with GitHub"), (.signUp, .allowed, .anonymous, nil, "Signed up anonymously"),
            (.signIn, .refused, .password, "INVALID_PASSWORD", "Sign-in failed: wrong password"),
            (.signIn, .refused, .password, "SOMETHING_NEW", "Sign-in failed: SOMETHING_NEW"),
            (.signIn, .refused, nil, nil, "Sign-in failed"),
            (.signIn, .confirmationNeeded, .password, "SECOND_FACTOR_REQUIRED", "Sign-in needs another step: a second factor"),
            (.link, .allowed, .passkey, nil, "Added a passkey"), (.update, .allowed, nil, "name, claims", "Account changed: name, claims"),
            (.update, .allowed, nil, "disabled", "Account disabled"),
            (.configure, .allowed, nil, "smtp", "Changed the configuration: smtp"),
            (AuthEvent.Kind(rawValue: "of_the_future"), .allowed, nil, "x", "of_the_future: x"),
            (AuthEvent.Kind(rawValue: "of_the_future"), .refused, nil, nil, "of_the_future failed"),
        ] as [(AuthEvent.Kind, AuthEvent.Outcome, ProviderID?, String?, String)])
    func eventsAreSentences(
        _ kind: AuthEvent.Kind, _ outcome: AuthEvent.Outcome, _ method: ProviderID?, _ reason: String?, _ sentence: String
    ) {
        let event = AuthEvent(
            at: Date(timeIntervalSince1970: 0), realm: Realm(project: .standard), kind: kind, outcome: outcome, method: method,
            reason: reason)
        #expect(EventText(event).sentence == sentence)
    }

    @Test func everyKindHasWords() {
        for kind in AuthEvent.Kind.allCases { #expect(EventText.name(of: kind) != kind.rawValue, "\(kind)") }
    }

    @Test(arguments: [
        ("plain", #""plain""#), (#"a "b", c"#, #""a ""b"", c""#), ("=1+1", #""'=1+1""#), ("+15555550100", #""'+15555550100""#),
        ("", #""""#),
        ("a=b", #""a=b""#), ("\t=1", "\"'\t=1\""),
    ])
    func fieldsAreQuotedAndNoFormulas(_ value: String, _ field: String) { #expect(CSVField.text(value) == field) }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_000_010, "1,000,010"), (-1234, "-1,234")])
    func numbersHaveGroups(_ number: Int, _ text: String) { #expect(number.grouped == text) }
}
