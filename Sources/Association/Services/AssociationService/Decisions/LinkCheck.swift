import AssociationPorts
import AssociationProtocol
import Foundation

/// Finds reports that one person may have made with several accounts (specification 1.14 d, iii and iv). Each of them
/// alone is no crowd; linked reports are counted together.
struct LinkCheck: Sendable {
    /// Accounts of the district.
    let population: Int

    /// Whether two cases share more people than two strangers of the district would: the tail of the hypergeometric
    /// distribution.
    func isImprobable(_ overlap: CaseOverlap, people: Int) -> Bool {
        let population = max(population, people + overlap.people - overlap.shared)
        return Self.tail(of: overlap.shared, population: population, people, overlap.people) < Self.probability
    }

    /// P(at least `shared` common ones of two random sets with `first` and `second` members).
    static func tail(of shared: Int, population: Int, _ first: Int, _ second: Int) -> Double {
        let most = min(first, second)
        guard shared <= most else {
            return 0
        }
        let all = logChoose(population, second)
        return (shared...most).reduce(0) { sum, common in
            guard second - common <= population - first else {
                return sum
            }
            return sum + exp(logChoose(first, common) + logChoose(population - first, second - common) - all)
        }
    }

    private static func logChoose(_ total: Int, _ chosen: Int) -> Double {
        lgamma(Double(total) + 1) - lgamma(Double(chosen) + 1) - lgamma(Double(total - chosen) + 1)
    }

    /// Whether one radio measured the contacts of two cases: the signals of the same phones in the same intervals go up
    /// and down together.
    static func isSameRadio(_ first: [ContactEdge], _ second: [ContactEdge]) -> Bool {
        let others = Dictionary(second.map { (Place($0), $0) }) { one, _ in one }
        let pairs = first.compactMap { edge in
            others[Place(edge)].flatMap { series(of: edge.scans, $0.scans) }
        }
        guard pairs.count >= minPairs else {
            return false
        }
        return correlation(pairs.flatMap(\.first), pairs.flatMap(\.second)) > minCorrelation
    }

    /// An account in an interval.
    private struct Place: Hashable {
        let person: RegistrationID
        let interval: AssociationInterval

        init(_ edge: ContactEdge) {
            (person, interval) = (edge.issuer, edge.interval)
        }
    }

    /// The attenuations of two measurements without their trends; nil if one has too few, or does not vary.
    private static func series(
        of first: [MeasuredScan],
        _ second: [MeasuredScan]
    ) -> (first: [Double], second: [Double])? {
        let count = min(first.count, second.count)
        guard count >= minScans else {
            return nil
        }
        let one = detrended(first.prefix(count).map { Double($0.attenuation) })
        let other = detrended(second.prefix(count).map { Double($0.attenuation) })
        return one.contains { abs($0) > 0.5 } && other.contains { abs($0) > 0.5 } ? (one, other) : nil
    }

    /// The differences from the straight line through the values that fits best.
    private static func detrended(_ values: [Double]) -> [Double] {
        let middle = Double(values.count - 1) / 2
        let mean = values.reduce(0, +) / Double(values.count)
        var (slope, scale) = (0.0, 0.0)
        for (place, value) in values.enumerated() {
            slope += (Double(place) - middle) * (value - mean)
            scale += (Double(place) - middle) * (Double(place) - middle)
        }
        return values.enumerated().map { $1 - mean - slope / scale * (Double($0) - middle) }
    }

    private static func correlation(_ first: [Double], _ second: [Double]) -> Double {
        let product = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
        let squares = (first.reduce(0) { $0 + $1 * $1 }, second.reduce(0) { $0 + $1 * $1 })
        let scale = (squares.0 * squares.1).squareRoot()
        return scale > 0 ? product / scale : 0
    }

    private static let probability = 1e-6
    /// Contacts of the same phone and interval from which signals are compared.
    private static let minPairs = 5
    private static let minScans = 5
    private static let minCorrelation = 0.9
}
