import Foundation
import LatchkeySecrets

/// Verifies second factors of an account inside a transaction.
struct SecondFactorCheck {
    let sealer: Sealer
    let caller: Caller
    let at: Date
    let transaction: any StoreWriting

    /// Returns the factor that a proof verifies. A correct code is used up.
    func used(_ proof: SecondFactorProof, by account: Account) throws -> Result<UsedSecondFactor, SignInError> {
        let factors = try transaction.secondFactors(of: account.id, in: account.realm)
            .filter { caller.project.settings.allows($0.kind) }
        switch proof {
        case .phone(let code, let sessionInfo):
            switch try transaction.number(provenBy: code, sessionInfo: sessionInfo, in: account.realm, at: at) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let number):
                guard let factor = factors.first(where: { $0.means == .phone(number) }) else {
                    return .failure(SignInError(.mfaEnrollmentNotFound))
                }
                return .success(UsedSecondFactor(.phone, id: factor.id))
            }
        case .totp(let code, let enrollment):
            let candidates = factors.filter { $0.kind == .totp && (enrollment == nil || $0.id == enrollment) }
            guard !candidates.isEmpty else { return .failure(SignInError(.mfaEnrollmentNotFound)) }
            for factor in candidates where try isRight(code, for: factor) {
                return .success(UsedSecondFactor(.totp, id: factor.id))
            }
            return .failure(SignInError(.invalidCode))
        case .recoveryCode(let text):
            let code = RecoveryCodes.fingerprint(of: text, for: account.id)
            guard try transaction.takeRecoveryCode(code, of: account.id, in: account.realm) else {
                return .failure(SignInError(.invalidCode))
            }
            return .success(UsedSecondFactor(.recoveryCode, id: nil))
        }
    }

    private func isRight(_ code: String, for factor: SecondFactor) throws -> Bool {
        guard case .totp(let sealedSeed, let lastStep) = factor.means else { return false }
        let seed = try sealer.open(sealedSeed, for: SecondFactor.sealingContext(project: factor.realm.project, id: factor.id))
        guard let step = TOTP(seed: seed.expose()).step(of: code, after: lastStep, at: at) else { return false }
        return try transaction.useTOTPStep(step, of: factor)
    }
}
