package import LatchkeyAccountAPI
package import LatchkeyAdministrationAPI
import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeyWeb

extension Emulator {
    /// The emulator's calls in place of a real server's.
    package func replacements(
        accounts: AccountServices, flow: FlowServices, administration: AdministrationServices
    ) -> EndpointReplacements {
        EmulatorChecks(
            store: basics.store, sessions: accounts.sessions, codes: accounts.codes.codes, phones: accounts.phoneSignIn,
            catalog: flow.catalog, hasSandbox: emulation.hasSandbox, withdrawnFactors: emulation.withdrawnFactors
        ).replacements(basics: basics, administration: administration.accounts)
    }
}

extension EmulatorChecks {
    func replacements(basics: ServerBasics, administration: AccountAdministration) -> EndpointReplacements {
        var calls = EndpointReplacements()
        addAccounts(to: &calls, basics: basics, administration: administration)
        calls.prepare(SignInWithPasswordEndpoint.self, by: signInWithPassword, finishedBy: withoutProfile)
        calls.prepare(SendVerificationCodeEndpoint.self, by: sendVerificationCode)
        calls.prepare(SignInWithPhoneNumberEndpoint.self, by: signInWithPhoneNumber)
        calls.prepare(SendOobCodeEndpoint.self, by: sendOobCode)
        calls.prepare(ResetPasswordEndpoint.self, by: resetPassword)
        calls.prepare(SignInWithEmailLinkEndpoint.self, by: signInWithEmailLink)
        calls.prepare(MfaEnrollmentStartEndpoint.self, by: startEnrollment)
        calls.prepare(MfaEnrollmentFinalizeEndpoint.self, by: finalizeEnrollment)
        calls.prepare(MfaEnrollmentWithdrawEndpoint.self, by: withdrawEnrollment, finishedBy: noteWithdrawal)
        calls.prepare(LookupEndpoint.self, by: { input, _ in input }, finishedBy: { withdrawnFactors.shown($1, in: $2.project.id) })
        calls.prepare(MfaSignInStartEndpoint.self, by: startSecondFactor)
        calls.prepare(MfaSignInFinalizeEndpoint.self, by: finalizeSecondFactor)
        calls.prepare(SignInWithIdpEndpoint.self, by: signInWithIdp, finishedBy: told)
        calls.prepare(CreateAuthUriEndpoint.self, by: createAuthUri, finishedBy: registered)
        let fakes = InsecureFakePasskeys(store: basics.store, sessions: sessions, now: basics.now)
        calls.replace(FinalizePasskeyEnrollmentEndpoint.self) { EmulatedPasskeyEnrollmentEndpoint(call: $0, fakes: fakes) }
        calls.replace(FinalizePasskeySignInEndpoint.self) { EmulatedPasskeySignInEndpoint(call: $0, fakes: fakes) }
        return calls
    }

    private func addAccounts(to calls: inout EndpointReplacements, basics: ServerBasics, administration: AccountAdministration) {
        calls.replace(SignUpEndpoint.self) { call in
            PreparedEndpoint(EmulatedSignUpEndpoint(call: call, administration: administration), preparedBy: signUp)
        }
        let administrators = UpdateAccountEndpoint(store: basics.store, administration: administration, now: basics.now)
        calls.replace(UpdateEndpoint.self) { call in
            PreparedEndpoint(
                EmulatedUpdateEndpoint(
                    call: call, store: basics.store, administrators: administrators, withdrawnFactors: withdrawnFactors),
                preparedBy: update)
        }
    }
}
