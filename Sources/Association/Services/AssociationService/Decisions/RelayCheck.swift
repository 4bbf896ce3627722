import AssociationAPI
import AssociationPorts
import AssociationProtocol

/// Finds reports whose tickets may have come over a relay (specification 1.13, T4). An attacker connects two places,
/// and phones of both exchange genuine tickets, which no cryptography can refuse.
///
/// A phone names the district of its account, not its place. So the check asks who is near each other. People of a far
/// district in the same interval as people of this one are unusual, if decided reports hardly know them together.
/// Somebody who travels or works far away meets people who belong there, without those from home.
struct RelayCheck: Sendable {
    private let contacts: DistrictContacts

    /// Nil as long as too few reports tell who is near each other.
    init?(_ contacts: DistrictContacts) {
        guard contacts.total >= Self.minCases else {
            return nil
        }
        self.contacts = contacts
    }

    /// Whether a case can be suspected at all, whatever is usual: it met enough people of one district, and some of
    /// another one, in the same interval.
    static func concerns(_ meetings: [Meeting]) -> Bool {
        groups(meetings).contains { groups in
            groups.values.contains { $0.count >= minPeople } && groups.values.count { $0.count >= minCompany } > 1
        }
    }

    /// Whether in some interval the people of a district were among people who are hardly ever near them.
    func suspects(_ meetings: [Meeting]) -> Bool {
        Self.groups(meetings).contains { groups in
            groups.contains { district, people in
                people.count >= Self.minPeople && isOutOfPlace(district, among: groups)
            }
        }
    }

    private func isOutOfPlace(_ district: PostalDistrict, among groups: [PostalDistrict: Set<RegistrationID>]) -> Bool {
        let others = groups.filter { $0.key != district && $0.value.count >= Self.minCompany }.keys
        let known = others.compactMap { other in
            contacts.cases[other].flatMap { $0 >= Self.minKnown ? (other, Double($0)) : nil }
        }
        return !known.isEmpty
            && known.allSatisfy { other, cases in
                Double(contacts.together[DistrictPair(other, district)] ?? 0) < Self.share * cases
            }
    }

    /// The people of each interval by their districts.
    private static func groups(_ meetings: [Meeting]) -> [[PostalDistrict: Set<RegistrationID>]] {
        Dictionary(grouping: meetings, by: \.interval).values.map { present in
            Dictionary(grouping: present, by: \.district).mapValues { Set($0.map(\.person)) }
        }
    }

    /// Decided reports from which the check learns. The figures of all are in docs/decisions/0231.
    static let minCases = 400
    /// Reports that say enough about one district.
    private static let minKnown = 20
    /// The share of a district's reports in which another one is known beside it.
    private static let share = 0.05
    /// People of the far district.
    static let minPeople = 3
    /// People of a district beside them. One alone may be a guest.
    private static let minCompany = 2
}
