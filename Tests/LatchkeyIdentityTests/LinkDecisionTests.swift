import LatchkeyIdentity
import Testing

private let ada: AccountID = "ada"
private let bob: AccountID = "bob"

/// The rows of Firebase's documented behavior, one sentence each.
@Suite struct LinkDecisionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let sentence: String
        let facts: LinkFacts
        let expected: LinkDecision
        var testDescription: String { sentence }

        init(_ sentence: String, _ facts: LinkFacts, _ expected: LinkDecision) {
            self.sentence = sentence
            self.facts = facts
            self.expected = expected
        }
    }

    private static let proved = (hasEmail: true, verified: true, trusted: true)

    static let rows: [Row] = [
        Row("a newcomer gets an account", .init(intent: .signIn(mayCreate: true)), .create(withEmail: false, emailVerified: false)),
        Row(
            "an address from a provider that is not trusted starts unverified",
            .init(intent: .signIn(mayCreate: true), hasEmail: true, addressVerifiedByProvider: true),
            .create(withEmail: true, emailVerified: false)),
        Row(
            "an address from a trusted provider starts verified",
            .init(intent: .signIn(mayCreate: true), hasEmail: true, addressVerifiedByProvider: true, trustedForTakeover: true),
            .create(withEmail: true, emailVerified: true)),
        Row(
            "trust without the provider's own check proves nothing",
            .init(intent: .signIn(mayCreate: true), hasEmail: true, addressVerifiedByProvider: false, trustedForTakeover: true),
            .create(withEmail: true, emailVerified: false)),
        Row(
            "a known identity signs in, independent of its address",
            .init(
                intent: .signIn(mayCreate: true), identityOwner: ada, hasEmail: true,
                addressOwner: .init(account: bob, emailVerified: true), addressVerifiedByProvider: true, trustedForTakeover: true),
            .signIn(ada)),
        Row(
            "a disabled account stays closed",
            .init(intent: .signIn(mayCreate: true), identityOwner: ada, identityOwnerDisabled: true), .refuse(.userDisabled)),
        Row(
            "an address that is taken is never merged on its own",
            .init(
                intent: .signIn(mayCreate: true), hasEmail: true, addressOwner: .init(account: ada, emailVerified: true),
                addressVerifiedByProvider: true),
            .confirm(ada)),
        Row(
            "a trusted provider joins the account whose holder proved the address",
            .init(
                intent: .signIn(mayCreate: true), hasEmail: true, addressOwner: .init(account: ada, emailVerified: true),
                addressVerifiedByProvider: true, trustedForTakeover: true),
            .join(ada, replacesIdentity: false)),
        Row(
            "a trusted provider takes over an account with an unproved address",
            .init(
                intent: .signIn(mayCreate: true), hasEmail: true,
                addressOwner: .init(account: ada, emailVerified: false, hasOtherIdentityOfProvider: true),
                addressVerifiedByProvider: true, trustedForTakeover: true),
            .takeOver(ada, replacesIdentity: true)),
        Row(
            "reauthenticating with a stranger's identity finds nobody", .init(intent: .signIn(mayCreate: false)), .refuse(.userNotFound)),
        Row(
            "closed sign-up stays closed", .init(intent: .signIn(mayCreate: true), signUpAllowed: false), .refuse(.adminOnlyOperation)),
        Row(
            "linking an identity of another account is refused",
            .init(intent: .link(to: ada), identityOwner: bob), .refuse(.federatedUserIDAlreadyLinked)),
        Row(
            "linking one's own identity again is refused too",
            .init(intent: .link(to: ada), identityOwner: ada), .refuse(.federatedUserIDAlreadyLinked)),
        Row(
            "linking an identity whose address is another account's is refused",
            .init(intent: .link(to: ada), hasEmail: true, addressOwner: .init(account: bob, emailVerified: false)),
            .refuse(.emailExists)),
        Row(
            "an account without an address takes the one of its first identity",
            .init(intent: .link(to: ada), hasEmail: true, addressVerifiedByProvider: true),
            .link(to: ada, adoptEmail: true, proveEmail: false)),
        Row(
            "a trusted provider proves the account's own address",
            .init(
                intent: .link(to: ada), hasEmail: true, addressOwner: .init(account: ada, emailVerified: false),
                addressVerifiedByProvider: true, trustedForTakeover: true, linkTargetHasEmail: true),
            .link(to: ada, adoptEmail: false, proveEmail: true)),
        Row(
            "with several accounts per address a taken address makes another account without it",
            .init(
                intent: .signIn(mayCreate: true), hasEmail: true, addressOwner: .init(account: ada, emailVerified: true),
                addressVerifiedByProvider: true, trustedForTakeover: true, oneAccountPerEmail: false),
            .create(withEmail: false, emailVerified: false)),
        Row(
            "with several accounts per address linking never asks whose address it is",
            .init(
                intent: .link(to: ada), hasEmail: true, addressOwner: .init(account: bob, emailVerified: true), oneAccountPerEmail: false),
            .link(to: ada, adoptEmail: false, proveEmail: false)),
    ]

    @Test(arguments: rows) func decision(_ row: Row) {
        #expect(decideLink(row.facts) == row.expected)
    }
}

/// Invariants for every combination of facts.
@Suite struct LinkInvariantTests {
    static let everything: [LinkFacts] = {
        let booleans = [false, true]
        var all: [LinkFacts] = []
        let owners: [LinkFacts.AddressOwner?] =
            [nil]
            + [ada, bob].flatMap { account in
                booleans.flatMap { verified in
                    booleans.flatMap { disabled in
                        booleans.map {
                            .init(account: account, emailVerified: verified, disabled: disabled, hasOtherIdentityOfProvider: $0)
                        }
                    }
                }
            }
        let intents: [LinkFacts.Intent] = [.signIn(mayCreate: true), .signIn(mayCreate: false), .link(to: ada)]
        for intent in intents {
            for identityOwner in [nil, ada, bob] as [AccountID?] {
                for ownerDisabled in booleans where identityOwner != nil || !ownerDisabled {
                    for addressOwner in owners {
                        for bits in 0..<64 {
                            func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
                            // An address without an owner may be absent; one with an owner is present.
                            guard bit(0) || addressOwner == nil else { continue }
                            all.append(
                                LinkFacts(
                                    intent: intent, identityOwner: identityOwner, identityOwnerDisabled: ownerDisabled, hasEmail: bit(0),
                                    addressOwner: addressOwner, addressVerifiedByProvider: bit(1), trustedForTakeover: bit(2),
                                    linkTargetHasEmail: bit(3), oneAccountPerEmail: bit(4), signUpAllowed: bit(5)))
                        }
                    }
                }
            }
        }
        return all
    }()

    private func opened(_ decision: LinkDecision) -> AccountID? {
        switch decision {
        case .signIn(let id), .link(let id, _, _), .join(let id, _), .takeOver(let id, _): id
        case .create, .confirm, .refuse: nil
        }
    }

    private func check(_ sentence: String, _ holds: (LinkFacts, LinkDecision) -> Bool) {
        for facts in Self.everything {
            let decision = decideLink(facts)
            if !holds(facts, decision) {
                Issue.record("\(sentence): \(facts) led to \(decision)")
                return
            }
        }
    }

    @Test func thereAreThousandsOfCases() {
        #expect(Self.everything.count > 5000)
    }

    @Test func openingAnAccountRequiresProof() {
        check("opening an account requires its identity, a session of its holder, or a proof of its address") { facts, decision in
            guard let account = opened(decision) else { return true }
            return facts.identityOwner == account || facts.intent == .link(to: account)
                || (facts.addressProved && facts.addressOwner?.account == account)
        }
    }

    @Test func untrustedProviderCannotOpenAccountsByAddress() {
        check("without trust no join, no takeover, no verified address") { facts, decision in
            guard !(facts.trustedForTakeover && facts.addressVerifiedByProvider) else { return true }
            return switch decision {
            case .join, .takeOver, .create(_, true), .link(_, _, true): false
            default: true
            }
        }
    }

    @Test func anUnprovedAccountIsCleanedBeforeItIsHandedOver() {
        check("joining needs an address that the holder proved; else it is a takeover") { facts, decision in
            switch decision {
            case .join: facts.addressOwner?.emailVerified == true
            case .takeOver: facts.addressOwner?.emailVerified == false
            default: true
            }
        }
    }

    @Test func reauthenticationOnlySignsInOrRefuses() {
        check("autoCreate: false signs in or refuses") { facts, decision in
            guard facts.intent == .signIn(mayCreate: false) else { return true }
            return switch decision {
            case .signIn, .refuse: true
            default: false
            }
        }
    }

    @Test func aKnownIdentityNeverMakesASecondAccount() {
        check("an identity with an owner creates, joins and confirms nothing") { facts, decision in
            guard facts.identityOwner != nil else { return true }
            return switch decision {
            case .signIn, .refuse: true
            default: false
            }
        }
    }

    @Test func disabledAccountsStayClosed() {
        check("no session for a disabled account") { facts, decision in
            switch decision {
            case .signIn: !facts.identityOwnerDisabled
            case .join, .takeOver: facts.addressOwner?.disabled == false
            default: true
            }
        }
    }

    @Test func oneAddressLeadsToOneAccount() {
        check("with one account per address nothing takes an address that another account has") { facts, decision in
            guard facts.oneAccountPerEmail, let owner = facts.addressOwner else { return true }
            return switch decision {
            case .create: false
            case .link(let target, _, _): owner.account == target
            default: true
            }
        }
    }

    @Test func severalAccountsPerAddressNeverLookAtTheAddress() {
        check("without the rule, addresses neither open, block nor move") { facts, decision in
            guard !facts.oneAccountPerEmail else { return true }
            return switch decision {
            case .join, .takeOver, .confirm, .refuse(.emailExists), .create(true, _), .link(_, true, _): false
            default: true
            }
        }
    }

    @Test func anAccountIsOfferedForConfirmationExactlyWhenItsAddressIsUnproved() {
        check("confirm if and only if") { facts, decision in
            let expected =
                facts.intent == .signIn(mayCreate: true) && facts.identityOwner == nil && facts.oneAccountPerEmail
                && facts.addressOwner != nil && !facts.addressProved
            if case .confirm = decision { return expected }
            return !expected
        }
    }
}
