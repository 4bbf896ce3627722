import Foundation

/// Holds a report that would warn more people than reports usually do (specification 1.14 d).
///
/// Numbers of contacts vary much from person to person, so a multiple of the mean would hold many honest reports. The
/// gate takes the tail of a negative binomial distribution instead.
struct CrowdGate: Sendable {
    /// The mean number of people that a report warns.
    let mean: Double
    /// The dispersion k: the smaller, the more the numbers vary.
    let dispersion: Double

    /// - Parameters:
    ///   - sizes: how many people earlier reports warned.
    ///   - usual: the mean, as long as there are fewer than ``minReports`` of them.
    init(sizes: [Int], usual: Double) {
        guard sizes.count >= Self.minReports else {
            (mean, dispersion) = (usual, Self.usualDispersion)
            return
        }
        // Without the largest: what the gate is to find must not move it.
        let kept = sizes.sorted().prefix(sizes.count - sizes.count / Self.trimmedPart)
        let fitted = Double(kept.reduce(0) { $0 &+ $1 }) / Double(kept.count)
        let variance = kept.reduce(0) { $0 + (Double($1) - fitted) * (Double($1) - fitted) } / Double(kept.count - 1)
        mean = max(fitted, 1)
        dispersion =
            variance > fitted
            ? min(max(fitted * fitted / (variance - fitted), Self.dispersions.lowerBound), Self.dispersions.upperBound)
            : Self.dispersions.upperBound
    }

    /// The smallest number of people for which a report is held: fewer than one of a thousand honest reports has so
    /// many.
    var limit: Int {
        let success = mean / (mean + dispersion)
        var (people, term, below) = (0, pow(1 - success, dispersion), 0.0)
        while 1 - below >= Self.probability, people < Self.maxLimit {
            below += term
            term *= (Double(people) + dispersion) / Double(people + 1) * success
            people += 1
        }
        return people
    }

    /// Reports from which the distribution is estimated.
    static let minReports = 100
    /// k of contacts by the specification's example.
    static let usualDispersion = 1.0
    /// The largest fiftieth does not count.
    private static let trimmedPart = 50
    /// The lower end is the specification's. The upper one is its second example: reports that happen to be alike do
    /// not make the gate narrow.
    private static let dispersions = 0.2...2
    private static let probability = 1e-3
    /// A report has room for about so many contacts.
    private static let maxLimit = 2560
}
