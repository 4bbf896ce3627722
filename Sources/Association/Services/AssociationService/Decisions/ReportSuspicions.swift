import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives

/// The reasons to hold a report for an operator. The usual is looked up once for a run of the decisions.
struct ReportSuspicions {
    private let stores: AssociationStoreSet
    private let memory: DistrictContactsMemory
    private let now: UnixTime
    private var gates: CrowdGates
    /// Nil before the first look.
    private var relays: RelayCheck?

    /// - Parameter usualPeople: how many people a report warns on average, while the authority knows few reports.
    init(stores: AssociationStoreSet, memory: DistrictContactsMemory, usualPeople: Double, now: UnixTime) {
        self.stores = stores
        self.memory = memory
        self.now = now
        gates = CrowdGates(cases: stores.cases, usual: usualPeople)
    }

    /// The reasons against warning these people at once; none if it is an honest report, as far as one can see. A held
    /// case has its old reasons, too: a person decides about it. Once a person released it, it has none until it would
    /// warn twice as many, and a crowd more.
    ///
    /// - Parameters:
    ///   - warned: the people that the case would warn.
    ///   - warnedBy: the people that another case warns.
    mutating func reasons(
        against waiting: ReportCase,
        warning warned: Set<RegistrationID>,
        warnedBy: (CaseID) async throws -> Set<RegistrationID>
    ) async throws -> HoldReasons {
        let limit = try await gates.limit(in: waiting.district)
        if let released = waiting.released, waiting.reasons.isEmpty, warned.count < released + max(released, limit) {
            return []
        }
        var reasons = waiting.reasons
        let edges = try await stores.reports.edges(of: waiting.id)
        if warned.count >= limit || RoomCheck.isOverfull(edges) {
            reasons.insert(.crowd)
        }
        if try await isRelayed(waiting) {
            reasons.insert(.relay)
        }
        if try await isLinked(waiting, warning: warned, limit: limit, warnedBy: warnedBy) {
            reasons.insert(.linked)
        }
        return reasons
    }

    private mutating func isRelayed(_ waiting: ReportCase) async throws -> Bool {
        let meetings = try await stores.cases.meetings(of: waiting.id)
        guard RelayCheck.concerns(meetings) else {
            return false
        }
        return try await relayCheck().suspects(meetings)
    }

    private mutating func relayCheck() async throws -> RelayCheck {
        if let relays {
            return relays
        }
        let check = RelayCheck(try await memory.contacts(in: stores.cases))
        relays = check
        return check
    }

    /// Whether the case and those that are linked with it, also over others, would warn a crowd together.
    private func isLinked(
        _ waiting: ReportCase,
        warning warned: Set<RegistrationID>,
        limit: Int,
        warnedBy: (CaseID) async throws -> Set<RegistrationID>
    ) async throws -> Bool {
        var (queue, seen, together) = ([waiting.id], Set([waiting.id]), warned)
        while let caseID = queue.popLast(), seen.count <= Self.maxLinked {
            for other in try await links(of: caseID, in: waiting.district) where seen.insert(other).inserted {
                together.formUnion(try await warnedBy(other))
                queue.append(other)
            }
        }
        return seen.count > 1 && together.count >= limit
    }

    private func links(of caseID: CaseID, in district: PostalDistrict?) async throws -> [CaseID] {
        let since = now.advanced(bySeconds: -Self.linkedSeconds)
        let overlaps = try await stores.cases.overlaps(with: caseID, completedAfter: since, least: Self.minShared)
        guard !overlaps.isEmpty else {
            return []
        }
        let edges = try await stores.reports.edges(of: caseID)
        let people = Set(edges.map(\.issuer)).count
        let check = LinkCheck(population: try await stores.accounts.count(in: district))
        var linked: [CaseID] = []
        for overlap in overlaps {
            var isLinked = check.isImprobable(overlap, people: people)
            if !isLinked {
                isLinked = LinkCheck.isSameRadio(edges, try await stores.reports.edges(of: overlap.caseID))
            }
            if isLinked {
                linked.append(overlap.caseID)
            }
        }
        return linked
    }

    /// Fewer common people are no sign.
    private static let minShared = 5
    /// A week.
    private static let linkedSeconds: Int64 = 7 * 86_400
    /// Cases of one group. So many are a crowd by themselves, or a place where everybody meets.
    private static let maxLinked = 50
}
