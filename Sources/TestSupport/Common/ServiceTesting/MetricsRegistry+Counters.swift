package import ServiceKit

extension MetricsRegistry {
    /// The lines of counters, which do not depend on the speed of the machine.
    package var countersText: String {
        prometheusText().split(separator: "\n")
            .filter { line in !line.hasPrefix("#") && (line.contains("_total{") || line.contains("_total ")) }
            .joined(separator: "\n")
    }
}
