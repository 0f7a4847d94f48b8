import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func removeExpired(at now: Date) throws {
        removeExpired(\.accessTokens, at: now)
        removeExpired(\.invitations, at: now)
        removeExpired(\.flows, at: now)
        removeExpired(\.flowResults, at: now)
        removeExpired(\.outbox, at: now)
        removeExpired(\.passkeyChallenges, at: now)
        removeExpired(\.pendingCredentials, at: now)
        removeExpired(\.pendingSecondFactors, at: now)
        removeExpired(\.phoneCodes, at: now)
        removeExpired(\.phoneProofs, at: now)
        removeExpired(\.totpEnrollments, at: now)
        removeExpired(\.oneTimeCodes, at: now.addingTimeInterval(-OneTimeCode.rememberedSeconds))
        remove(\.sessions) { session in session.endsAt.map { $0 <= now } ?? false }
        remove(\.webhookDeliveries) { $0.createdAt <= now.addingTimeInterval(-WebhookDelivery.keptSeconds) }
        promoteWebhookDeliveries(at: now)
        let unused = now.addingTimeInterval(-HashConfiguration.keptUnusedSeconds)
        let kept = state.hashConfigurations.filter { $0.neededAt > unused || isInUse($0) }
        state.hashConfigurations = kept
    }

    private func removeExpired<Row: ExpiringRow>(_ rows: WritableKeyPath<MemoryState, [Row]>, at now: Date) {
        remove(rows) { $0.expiresAt <= now }
    }
}
