import Foundation
import HTTPTypes
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Everything that can be issued for an account, and every action that must end it: each is issued, the action happens, and each is used.
///
/// Anything that is not listed as surviving must be invalid. A new row therefore needs no list of what ends it, and a new action ends
/// everything unless an exception is stated. Each run without `make soak` takes a third of the pairs, the same ones every time.
@Suite struct IssuedBeforeTests {
    @Test(arguments: Action.allCases) func earlierCredentialsAreInvalidAfterTheAction(_ action: Action) async throws {
        let server = try await Stage.server()
        try await server.run { caller in
            let administrator = try await Administering(server, caller)
            var dice = Dice(action.rawValue)
            for (number, thing) in IssuedThing.all.enumerated() where thing.isInTenants || !action.isInTenant {
                guard dice.chance(1, in: 3) || Soak.standard.isLong else { continue }
                let stage = try await Stage(server, caller, administrator, number: number, inTenant: action.isInTenant)
                let prepared = try await action.prepare(stage)
                let use = try await thing.issue(stage)
                server.clock.advance(bySeconds: 2)
                try await action.happen(stage, prepared)
                server.clock.advance(bySeconds: 2)
                let outcome = try await use(stage)
                let expected = thing.isExpectedToWork(after: action)
                #expect(
                    outcome.works == expected,
                    "\(action.rawValue), and \(thing.testDescription) \(outcome.works ? "still works" : "is dead"): \(outcome.reply.text)")
                #expect(outcome.reply.status.code < 500)
            }
        }
    }

    @Test func everyKindOfCodeAndOfCredentialHasARow() {
        #expect(IssuedThing.all.reduce(into: Set()) { $0.formUnion($1.codes) } == Set(OneTimeCode.Kind.all))
        #expect(IssuedThing.all.reduce(into: Set()) { $0.formUnion($1.credentials) } == Set(CredentialKind.allCases))
    }
}
