import AssociationPorts
import AssociationProtocol

/// Finds reports with more people beside a phone at once than have room there (specification 1.14 d, ii).
///
/// A phone that sends with far more power than it states seems near in a whole hall. Both phones measure a strong
/// signal then, and those that really are near seem to be within a hand's breadth.
enum RoomCheck {
    /// - Parameter edges: the contacts of one report.
    static func isOverfull(_ edges: [ContactEdge]) -> Bool {
        var people: [AssociationInterval: Int] = [:]
        for edge in edges {
            if let mean = ContactMeasurement(edge.scans).meanAttenuation, mean < nearAttenuation {
                people[edge.interval, default: 0] += 1
            }
        }
        return people.values.contains { $0 > maxPeople }
    }

    /// dB. It is expected at 28 cm. At one metre it would be 53 dB, but signals vary so much that a full bus has more
    /// people below that (docs/decisions/0213).
    private static let nearAttenuation = 45
    /// The specification's number.
    private static let maxPeople = 8
}
