package import LatchkeyIdentity

/// Measurements of one name, in the model of Prometheus.
///
/// The values of labels are closed sets: the number of time series must not depend on what clients send.
package struct MetricFamily: Sendable {
    package enum Kind: String, Sendable { case counter, gauge, histogram }

    package struct Sample: Sendable {
        /// What follows the name of the family, for example `_bucket`.
        var suffix = ""
        let labels: [(name: String, value: String)]
        let value: Double
    }

    package let name: String
    package let help: String
    package let kind: Kind
    package private(set) var samples: [Sample] = []

    private init(_ name: String, _ help: String, _ kind: Kind) {
        self.name = name
        self.help = help
        self.kind = kind
    }

    /// A number that only grows while the server runs. Its name ends with `_total`.
    package static func counter(_ name: String, _ help: String, _ values: [(labels: [(name: String, value: String)], value: Double)])
        -> Self
    {
        var family = Self(name, help, .counter)
        family.samples = values.map { Sample(labels: $0.labels, value: $0.value) }
        return family
    }

    /// A number that can go up and down.
    package static func gauge(_ name: String, _ help: String, _ values: [(labels: [(name: String, value: String)], value: Double)]) -> Self
    {
        var family = Self(name, help, .gauge)
        family.samples = values.map { Sample(labels: $0.labels, value: $0.value) }
        return family
    }

    package static func gauge(_ name: String, _ help: String, _ value: Double) -> Self { gauge(name, help, [([], value)]) }
    package static func counter(_ name: String, _ help: String, _ value: Double) -> Self { counter(name, help, [([], value)]) }

    /// A distribution of durations.
    package static func histogram(
        _ name: String, _ help: String, _ values: [(labels: [(name: String, value: String)], times: DurationBuckets)]
    ) -> Self {
        var family = Self(name, help, .histogram)
        for (labels, times) in values {
            for (bound, count) in times.cumulated {
                family.samples.append(
                    Sample(
                        suffix: "_bucket", labels: labels + [("le", bound.map { PrometheusText.number($0) } ?? "+Inf")],
                        value: Double(count)))
            }
            family.samples.append(Sample(suffix: "_sum", labels: labels, value: times.seconds))
            family.samples.append(Sample(suffix: "_count", labels: labels, value: Double(times.count)))
        }
        return family
    }
}

/// A part of the server that measures.
package protocol MetricSource: Sendable {
    /// Returns the current measurements.
    func metrics() async -> [MetricFamily]
}
