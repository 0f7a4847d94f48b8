import Foundation
import LatchkeyIdentity
import LatchkeyTestSupport
import LatchkeyWeb
import Testing

/// The text format of Prometheus (version 0.0.4), from its documentation.
@Suite struct PrometheusTextTests {
    @Test func familiesHaveHelpTypeAndSamples() {
        let text = PrometheusText.text(of: [
            .counter("a_total", "All.", [([("method", "GET"), ("code", "200")], 3), ([], 0.5)]), .gauge("b", "Back\\slash\nand line.", -1),
            .gauge("c", "Without samples.", []),
        ])
        #expect(
            text == """
                # HELP a_total All.
                # TYPE a_total counter
                a_total{method="GET",code="200"} 3
                a_total 0.5
                # HELP b Back\\\\slash\\nand line.
                # TYPE b gauge
                b -1

                """)
    }

    @Test func valuesOfLabelsAreEscaped() {
        let text = PrometheusText.text(of: [.gauge("a", "", [([("label", "\"quoted\" \\ and\nbroken")], 1)])])
        #expect(text.contains(#"a{label="\"quoted\" \\ and\nbroken"} 1"#))
    }

    @Test(arguments: [(Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e16, "10000000000000000"), (0.1, "0.1")])
    func numbersHaveGosForm(_ value: Double, text: String) {
        #expect(PrometheusText.text(of: [.gauge("a", "", value)]).hasSuffix("a \(text)\n"))
    }

    @Test func bucketsAreCumulated() {
        var times = DurationBuckets()
        for milliseconds in [0.4, 0.5, 3, 20_000] { times.add(.seconds(milliseconds / 1000)) }
        let lines = PrometheusText.text(of: [.histogram("t", "", [([("port", "x")], times)])]).split(separator: "\n")
        for line in [
            #"t_bucket{port="x",le="0.0005"} 2"#, #"t_bucket{port="x",le="0.0025"} 2"#, #"t_bucket{port="x",le="0.005"} 3"#,
            #"t_bucket{port="x",le="10"} 3"#, #"t_bucket{port="x",le="+Inf"} 4"#, #"t_count{port="x"} 4"#,
        ] { #expect(lines.contains(Substring(line)), "\(line) is missing in \(lines)") }
    }

    /// Clients choose providers, and hooks choose messages: neither may make new time series.
    @Test func labelsOfEventsAreClosed() {
        let counts = EventCounts()
        for (method, reason) in [("oidc.a", "x-1"), ("oidc.b", "x-2"), ("new.example", "INVALID_LOGIN_CREDENTIALS"), ("password", nil)] {
            counts.observe(
                AuthEvent(
                    at: Date.distantPast, realm: .sample, kind: .signIn, outcome: .refused, method: ProviderID(rawValue: method),
                    reason: reason))
        }
        counts.observe(AuthEvent(at: Date.distantPast, realm: .sample, kind: .init(rawValue: "later_kind"), outcome: .allowed))
        let text = PrometheusText.text(of: counts.metrics())
        #expect(text.contains(#"latchkey_sign_ins_total{method="oidc",outcome="refused",code="OTHER"} 2"#))
        #expect(text.contains(#"{method="other",outcome="refused",code="INVALID_LOGIN_CREDENTIALS"} 1"#))
        #expect(text.contains(#"{method="password",outcome="refused",code=""} 1"#))
        #expect(text.contains(#"latchkey_events_total{kind="other",outcome="allowed"} 1"#))
    }
}
