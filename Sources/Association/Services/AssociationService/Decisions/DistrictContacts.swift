import AssociationAPI
import AssociationPorts
import AssociationProtocol
import Synchronization

/// Which districts the people have who are near each other, by decided cases.
struct DistrictContacts: Hashable, Sendable {
    /// In how many cases somebody of each district was met.
    private(set) var cases: [PostalDistrict: Int] = [:]
    /// In how many cases people of two districts were met in the same interval. Each pair is there in both orders.
    private(set) var together: [DistrictPair: Int] = [:]

    init(_ parts: some Sequence<CaseDistricts>) {
        for part in parts {
            part.districts.forEach { cases[$0, default: 0] += 1 }
            part.pairs.forEach { together[$0, default: 0] += 1 }
        }
    }
}

/// Two districts.
struct DistrictPair: Hashable, Sendable {
    let one: PostalDistrict
    let other: PostalDistrict

    init(_ one: PostalDistrict, _ other: PostalDistrict) {
        (self.one, self.other) = (one, other)
    }
}

/// The part of one case in it.
struct CaseDistricts: Hashable, Sendable {
    let districts: Set<PostalDistrict>
    let pairs: Set<DistrictPair>

    init(_ meetings: [Meeting]) {
        districts = Set(meetings.map(\.district))
        let present = Dictionary(grouping: meetings, by: \.interval).values.map { Set($0.map(\.district)) }
        // Colleagues are together for many intervals.
        pairs = Set(present).reduce(into: []) { pairs, present in
            for one in present {
                for other in present where other != one {
                    pairs.insert(DistrictPair(one, other))
                }
            }
        }
    }
}

/// Learns the contacts between districts in the latest decided cases. Each is read once for each of its batches, as
/// long as the process runs.
final class DistrictContactsMemory: Sendable {
    private let known = Mutex<[Place: CaseDistricts]>([:])

    private struct Place: Hashable {
        let id: CaseID
        let batches: Int

        init(_ reportCase: ReportCase) {
            (id, batches) = (reportCase.id, reportCase.batches)
        }
    }

    func contacts(in cases: any CaseStore) async throws -> DistrictContacts {
        let decided = try await cases.cases(.decided, limit: .max)
        let latest = decided.sorted { ($1.completed, $0.id) < ($0.completed, $1.id) }.prefix(Self.learnedCases)
        var parts = known.withLock(\.self)
        for one in latest where parts[Place(one)] == nil {
            parts[Place(one)] = CaseDistricts(try await cases.meetings(of: one.id))
        }
        let places = Set(latest.map(Place.init))
        parts = parts.filter { places.contains($0.key) }
        known.withLock { $0 = parts }
        return DistrictContacts(parts.values)
    }

    /// Cases from which is learned who is near each other.
    static let learnedCases = 1000
}
