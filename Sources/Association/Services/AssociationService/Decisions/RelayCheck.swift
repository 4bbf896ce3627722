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

    init(_ contacts: DistrictContacts) {
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

    /// Whether none of the others is known to have the district beside it, and their reports together are enough to
    /// tell.
    private func isOutOfPlace(_ district: PostalDistrict, among groups: [PostalDistrict: Set<RegistrationID>]) -> Bool {
        let others = groups.filter { $0.key != district && $0.value.count >= Self.minCompany }.keys
        var (together, cases) = (Self.priorCases, Self.priorCases)
        for other in others {
            let beside = contacts.together[DistrictPair(other, district)] ?? 0
            let all = contacts.cases[other] ?? 0
            if beside > 0, Double(beside) >= Self.share * Double(all) {
                return false
            }
            together += beside
            cases += all
        }
        return Double(together) < Self.share * Double(cases)
    }

    /// The people of each interval by their districts.
    private static func groups(_ meetings: [Meeting]) -> [[PostalDistrict: Set<RegistrationID>]] {
        Dictionary(grouping: meetings, by: \.interval).values.map { present in
            Dictionary(grouping: present, by: \.district).mapValues { Set($0.map(\.person)) }
        }
    }

    /// Before the first report, any two districts count as met in one of one. The figures of all are in
    /// docs/decisions/0231.
    private static let priorCases = 1
    /// The share of a district's reports in which another one is known beside it.
    private static let share = 0.05
    /// People of the far district.
    static let minPeople = 3
    /// People of a district beside them. One alone may be a guest.
    private static let minCompany = 2
}
