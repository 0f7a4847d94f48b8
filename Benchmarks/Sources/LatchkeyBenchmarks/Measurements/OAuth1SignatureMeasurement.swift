import Crypto
import Foundation
import LatchkeyOAuth

/// Measures OAuth 1.0a signatures of one example on one core, compared with liboauth, oauthlib, and the unavoidable HMAC.
enum OAuth1SignatureMeasurement {
    private static let rounds = 7

    static func run(_ setting: Setting) throws -> Section {
        let example = SignatureExample()
        let lib = LibOAuth(example)
        let signer = example.signer
        let form = example.form
        let ours: @Sendable (OAuth1Signer) throws -> String = { try $0.authorization(method: "POST", url: example.url, form: form) }
        let explained = try signer.explain(method: "POST", url: example.url, form: form)
        let base = Array(explained.baseString.utf8)
        let key = SymmetricKey(data: Array("\(example.consumerSecret)&\(example.tokenSecret)".utf8))

        try example.check(ours(signer), by: "Latchkey")
        try lib.sign { try example.check(String(cString: $0), by: "liboauth") }
        guard Data(HMAC<Insecure.SHA1>.authenticationCode(for: base, using: key)).base64EncodedString() == explained.signature else {
            throw BenchmarkFailure("the HMAC of the base string is not the signature")
        }

        // The variants alternate, so that other load on the machine affects all of them.
        let seconds = 0.4 * setting.scale
        var kept: [OperationRate] = []
        var fresh: [OperationRate] = []
        var libs: [OperationRate] = []
        var floors: [OperationRate] = []
        for _ in 0..<rounds {
            kept.append(try .measure(seconds: seconds, batch: 500) { use(try ours(signer)) })
            libs.append(try .measure(seconds: seconds, batch: 500) { try lib.sign { use($0) } })
            fresh.append(try .measure(seconds: seconds, batch: 500) { use(try ours(example.signer)) })
            floors.append(
                try .measure(seconds: seconds, batch: 500) { use(HMAC<Insecure.SHA1>.authenticationCode(for: base, using: key)) })
        }
        let python = try PythonOAuthLib.measure(example, seconds: 2 * setting.scale, setting)
        try example.check(python.header, by: "oauthlib")
        return section(
            kept: .median(of: kept), fresh: .median(of: fresh), lib: .median(of: libs), floor: .median(of: floors), python: python)
    }

    private static func section(
        kept: OperationRate, fresh: OperationRate, lib: OperationRate, floor: OperationRate, python: PythonOAuthLib
    ) -> Section {
        var section = Section(
            title: "OAuth 1.0a: signing a request",
            introduction: """
                The example of Twitter's documentation, from parameters to `Authorization` header, with the nonce and the time that are given \
                there; all of them first had to arrive at the signature that is printed there. Processor time of one core; the median of \
                \(rounds) rounds in turns. “Signer made anew” prepares the two secrets for each request, as the others do; a signer that is \
                kept does so once.
                """,
            columns: ["", "a second", "time each", "beside liboauth"])
        func row(_ name: String, _ rate: Double) {
            section.rows.append(.init(name, rate.rate, (1 / rate).time, (rate / lib.perCoreSecond).digits(2) + " ×"))
        }
        row("floor: one HMAC-SHA1 over the finished base string", floor.perCoreSecond)
        row("Latchkey, signer kept", kept.perCoreSecond)
        row("Latchkey, signer made anew", fresh.perCoreSecond)
        row("liboauth \(LibOAuth.version) (C)", lib.perCoreSecond)
        row("oauthlib \(python.version) (Python)", python.perSecond)
        let ratio = fresh.perCoreSecond / lib.perCoreSecond
        section.goals = [
            .atLeast(3, ratio, "3 times as many OAuth 1.0a signatures a second as liboauth", measured: ratio.digits(2) + " times")
        ]
        section.remarks = [
            """
            Of our \(fresh.cpuSecondsPerOperation.time) the HMAC takes \(floor.cpuSecondsPerOperation.time); the rest is cutting the address, escaping and \
            sorting eight parameters, and writing two texts.
            """
        ]
        return section
    }
}

/// Prevents the optimizer from removing an unused result.
@inline(never)
func use<T>(_ value: T) {
    withExtendedLifetime(value) {}
}
