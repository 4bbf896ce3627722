package import ServiceKit

extension MetricsRegistry {
    /// The lines of counters, without those of jobs: these depend on the speed of the machine.
    package var countersText: String {
        prometheusText().split(separator: "\n")
            .filter { line in line.contains("_total") && !line.hasPrefix("#") && !line.hasPrefix("job_") }
            .joined(separator: "\n")
    }
}
