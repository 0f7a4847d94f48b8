import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Asks a provider whether it accepts a project's configuration, and says what its answer means.
struct ProviderCheckup: Sendable {
    let configuration: ProviderConfiguration
    let secret: Secret<String>
    /// Absent while the server's public address is not known.
    let callback: String?
    let reader: CheckupReader
    let transport: any ProviderTransport
    let now: WallClock

    static let deadline: Duration = .seconds(10)

    var subject: String { "\(configuration.project): \(configuration.provider)" }

    func findings() async -> [CheckupFinding] {
        switch configuration.provider {
        case .twitter: await askTwitter()
        case .github: await askGitHub()
        case .x: await askX()
        default: await askOpenID()
        }
    }

    /// Drives a conversation, and notes what every reply says about the clocks.
    func hear<C: Conversation>(_ conversation: C) async -> Hearing<C.Outcome> {
        var clock: ClockReading?
        var reply: ProviderReply?
        do {
            let outcome = try await conversation.run { request in
                let asked = now()
                let answer = try await transport.send(request, within: Self.deadline)
                reply = answer
                clock = clock ?? ClockReading(answer, asked: asked, answered: now())
                return answer
            }
            return Hearing(result: .success(outcome), clock: clock, reply: reply)
        } catch let error as OAuthError {
            return Hearing(result: .failure(error), clock: clock, reply: reply)
        } catch {
            return Hearing(result: .failure(OAuthError(.unexpectedStatus, detail: "\(error)")), clock: clock, reply: reply)
        }
    }

    /// What was found about the clocks, if anything.
    func clockChecks(_ clock: ClockReading?) -> [CheckupFinding] {
        guard let clock else { return [] }
        let subject = subject + " clock"
        guard clock.isAcceptable else {
            return [
                .wrong(
                    subject, "this machine's clock is \(clock.text) of the provider's",
                    mend: "Let the machine keep its time by itself, for example with: timedatectl set-ntp true")
            ]
        }
        return [.ok(subject, "this machine's clock agrees with the provider's")]
    }

    /// What went wrong whatever the provider.
    func explanation(of error: OAuthError) -> CheckupFinding {
        switch error.code {
        case .providerUnavailable where error.status == nil:
            .wrong(
                subject, "\(configuration.apiOrigin) cannot be reached from here: \(reader.detail(of: error))",
                mend: AddressRange.isLoopback(ofURL: configuration.apiOrigin)
                    ? "Start what should answer there; the sandbox runs with `latchkey serve --sandbox`."
                    : "Check name resolution, firewall and proxy, and the address itself (\(reader.apiOrigin)).")
        case .addressRefused:
            .wrong(
                subject, reader.addressRefused(error),
                mend: reader.allowingTarget(error))
        case .providerUnavailable:
            .wrong(
                subject, "\(configuration.apiOrigin) answers that it is in trouble (HTTP \(error.status ?? 0))", mend: "Try again later.")
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

    /// The provider's own number, which people search for.
    static func number(_ error: OAuthError) -> String {
        error.providerCode.map { " (error \($0))" } ?? error.status.map { " (HTTP \($0))" } ?? ""
    }
}

/// How a conversation with a provider went.
struct Hearing<Outcome: Sendable>: Sendable {
    let result: Result<Outcome, OAuthError>
    /// Of the first reply: later ones belong to a clock that was corrected.
    let clock: ClockReading?
    /// The last one.
    let reply: ProviderReply?
}
