import AssociationProtocol
import ClientKit
import ExposurePrimitives

/// Looks for boxes for this phone in what the authority published on some days. The phone downloads every box of these
/// days, as all phones do, so nobody learns which of them it can open.
struct BoxSearch: SliceEffect {
    /// In ascending order.
    let days: [CalendarDay]
    let log: ContactLog

    /// The contacts that were found, and the days that need no other search.
    struct Findings: Equatable, Sendable {
        var days: [CalendarDay] = []
        var exposures: [StoredExposure] = []
    }

    /// A day counts only as a whole: it is searched again if one of its parts is missing.
    func findings(in authority: AuthorityClient) async -> Findings {
        var findings = Findings()
        let own = OwnMailboxes(log)
        for day in days {
            do throws(AuthorityFailure) {
                guard let exposures = try await exposures(of: day, for: own, in: authority) else {
                    // Nothing was published, or nothing yet.
                    continue
                }
                findings.exposures += exposures
                findings.days.append(day)
            } catch {
                return findings
            }
        }
        return findings
    }

    private func exposures(
        of day: CalendarDay,
        for own: OwnMailboxes,
        in authority: AuthorityClient
    ) async throws(AuthorityFailure) -> [StoredExposure]? {
        guard let first = try await authority.boxes(of: day, part: 1) else {
            return nil
        }
        var exposures = first.records.compactMap(own.exposure)
        for part in 1..<first.parts {
            guard let next = try await authority.boxes(of: day, part: part + 1), next.parts == first.parts else {
                throw .lost
            }
            exposures += next.records.compactMap(own.exposure)
        }
        return exposures
    }
}
