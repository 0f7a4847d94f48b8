import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

/// The expiry time of all values in these cases.
private let end = start.later(600_000)

extension StoreContract {
    static let expiry: [Case] = [
        Case("what ends can be taken until just before its end, and a try that comes too late does not use it up") { store in
            try await store.begin()
            try await store.write { transaction in
                try transaction.insert(SignInFlow.sample(expiresAt: end))
                try transaction.insert(FlowResult.sample(expiresAt: end))
                try transaction.insert(PendingCredential.sample(expiresAt: end))
                try transaction.insert(PasskeyChallenge.sample(expiresAt: end))
            }
            for late in [end, end.later(1), end.later(86_400_000)] {
                try expect(try await store.write { try takeAll(from: $0, at: late) }, is: [false, false, false, false])
            }
            // Half a millisecond before the end is still valid.
            let justInTime = end.later(-1).addingTimeInterval(0.000_5)
            try expect(try await store.write { try takeAll(from: $0, at: justInTime) }, is: [true, true, true, true])
        },
        Case("what is over is removed, from its end on, and nothing before") { store in
            try await store.begin()
            try await store.write { transaction in
                for (name, expiry) in [("over", end.later(-1)), ("ending", end), ("open", end.later(1))] {
                    try transaction.insert(SignInFlow.sample(name, expiresAt: expiry))
                    try transaction.insert(FlowResult.sample(name, expiresAt: expiry))
                    try transaction.insert(PendingCredential.sample(name, expiresAt: expiry))
                    try transaction.insert(PasskeyChallenge.sample(name, expiresAt: expiry))
                }
                try transaction.removeExpired(at: end)
            }
            try await store.write { transaction in
                for name in ["over", "ending"] {
                    // Nothing had expired at the start, so missing values were removed.
                    try expect(try takeAll(name, from: transaction, at: start), is: [false, false, false, false])
                }
                try expect(try takeAll("open", from: transaction, at: start), is: [true, true, true, true])
            }
        },
    ]
}

/// Returns whether the flow, the result, the pending credential and the challenge of one name could be taken.
private func takeAll(_ name: String? = nil, from transaction: any StoreWriting, at now: Date) throws -> [Bool] {
    let result = name ?? "result"
    return [
        try transaction.takeFlow(Fingerprint(of: name ?? "flow"), browser: nil, at: now) != nil,
        try transaction.takeResult(
            Fingerprint(of: result), session: Fingerprint(of: "session of \(result)"), in: .sample, at: now) != nil,
        try transaction.takePendingCredential(Fingerprint(of: name ?? "pending"), in: .sample, at: now) != nil,
        try transaction.takePasskeyChallenge(
            Fingerprint(of: name ?? "challenge"), for: .signIn, of: nil, in: .sample, at: now) != nil,
    ]
}
