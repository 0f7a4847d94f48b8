import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Checks whether a provider accepts a project's configuration, and explains the result.
struct ProviderCheckup: Sendable {
    let configuration: ProviderConfiguration
    let secret: Secret<String>
    /// The callback URL; `nil` if the server's public address is not known.
    let callback: String?
    let reader: CheckupReader
    let transport: any ProviderTransport
    let now: WallClock

    static let deadline: Duration = .seconds(10)

    var subject: String { "\(configuration.project): \(configuration.provider)" }

    func findings() async -> [CheckupFinding] {
        guard let kind = ProviderKind.named(configuration.provider) else {
            return [.wrong(subject, "this version of Latchkey does not know the provider", mend: nil)]
        }
        return await kind.checkup(self)
    }

    /// Runs a conversation, and records its clock reading and its last response.
    func hear<C: Conversation>(_ conversation: C) async -> Hearing<C.Outcome> {
        var clock: ClockReading?
        var reply: ProviderReply?
        do {
            let outcome = try await conversation.run { request in
                let sent = now()
                let response = try await transport.send(request, within: Self.deadline)
                reply = response
                clock = clock ?? ClockReading(response, sent: sent, answered: now())
                return response
            }
            return Hearing(result: .success(outcome), clock: clock, reply: reply)
        } catch let error as OAuthError {
            return Hearing(result: .failure(error), clock: clock, reply: reply)
        } catch {
            return Hearing(result: .failure(OAuthError(.unexpectedStatus, detail: "\(error)")), clock: clock, reply: reply)
        }
    }

    /// Returns the finding about the clocks, if there is a reading.
    func clockChecks(_ clock: ClockReading?) -> [CheckupFinding] {
        guard let clock else { return [] }
        let subject = subject + " clock"
        guard clock.isAcceptable else {
            return [
                .wrong(
                    subject, "this machine's clock is \(clock.text) of the provider's",
                    mend: "Synchronize the clock of the machine, for example with: timedatectl set-ntp true")
            ]
        }
        return [.ok(subject, "this machine's clock agrees with the provider's")]
    }

    /// Returns the finding for an error that is not specific to a provider.
    func explanation(of error: OAuthError) -> CheckupFinding {
        switch error.code {
        case .providerUnavailable where error.status == nil:
            .wrong(
                subject, "\(configuration.apiOrigin) cannot be reached from here: \(reader.detail(of: error))",
                mend: AddressRange.isLoopback(ofURL: configuration.apiOrigin)
                    ? "Start the server there; the sandbox runs with `latchkey serve --sandbox`."
                    : "Check name resolution, firewall and proxy, and the address itself (\(reader.apiOrigin)).")
        case .addressRefused:
            .wrong(
                subject, reader.addressRefused(error),
                mend: reader.allowingTarget(error))
        case .providerUnavailable:
            .wrong(
                subject, "\(configuration.apiOrigin) reports a fault of its own (HTTP \(error.status ?? 0))", mend: "Try again later.")
        case .rateLimited:
            .wrong(
                subject, "the provider has had too many requests of this app for now",
                mend: "Try again \(error.retryAfterSeconds.map { "in \($0) seconds" } ?? "in a quarter of an hour").")
        case .appSuspended:
            .wrong(subject, "the provider has suspended this app\(Self.number(error))", mend: "Its page at the provider says why.")
        default:
            .wrong(
                subject,
                "\(configuration.apiOrigin) refused: \(reader.detail(of: error))\(Self.number(error))",
                mend: error.hint)
        }
    }

    /// Returns the provider's own error number, or else the HTTP status. Users search the web for these numbers.
    static func number(_ error: OAuthError) -> String {
        error.providerCode.map { " (error \($0))" } ?? error.status.map { " (HTTP \($0))" } ?? ""
    }
}

/// The outcome of a conversation with a provider.
struct Hearing<Outcome: Sendable>: Sendable {
    let result: Result<Outcome, OAuthError>
    /// The reading from the first response that has one. Later responses come after the clock was corrected.
    let clock: ClockReading?
    /// The last response.
    let reply: ProviderReply?
}
