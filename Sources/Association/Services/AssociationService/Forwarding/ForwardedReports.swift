import AssociationAPI
import AssociationPorts
import AssociationProtocol
import Crypto
import ExposurePrimitives
import HeraldPayloads
package import ServiceKit
import WireFormat

/// Takes the reports that other authorities forward.
package struct ForwardedReports: AuthorityService {
    private let store: any ForwardingStore
    private let home: Jurisdiction
    private let partners: [ForeignAuthority]
    private let arrived: ArrivedReports
    private let clock: any WallClock
    private let pool: WorkPool

    package init(_ means: AuthorityMeans, partners: [ForeignAuthority], arrived: ArrivedReports) {
        (store, home) = (means.stores.forwarding, means.configuration.jurisdiction)
        (self.partners, self.arrived) = (partners, arrived)
        (clock, pool) = (means.clock, means.pool)
    }

    package var partnerRoutes: [Route] {
        [
            .forForeignAuthorities(AssociationEndpoint.forwardedReport) { request, name in
                let now = clock.now()
                try await pool.run {
                    let parsed = try request.message(ForwardedReport.init(parsing:))
                    try await take(parsed, request.acceptedBody(), from: name, now: now)
                }
                return .empty(202)
            }
            .takingBodies(upTo: ForwardedReport.maxSize)
        ]
    }

    /// Stores a report for its validation.
    ///
    /// - Parameter name: of the caller, by the list of partners.
    /// - Throws: `notAPartner` unless the caller is the authority that the report names, and this is its destination;
    ///   `Refusal.unavailable` as long as too many reports wait.
    private func take(_ report: ForwardedReport, _ bytes: [UInt8], from name: String, now: UnixTime) async throws {
        guard let partner = partners.first(where: { $0.name == name }), report.origin == partner.jurisdiction,
            report.destination == home
        else {
            throw AuthorityRefusal.notAPartner
        }
        guard try await store.incomingCount() < IncomingReport.maxCount else {
            throw Refusal.unavailable
        }
        try await store.put(IncomingReport(caseID: Self.caseID(of: report), arrival: now, bytes: bytes))
        arrived.signal()
    }

    /// A case of a partner's report has a number that only this partner's reports can have.
    private static func caseID(of report: ForwardedReport) -> CaseID {
        let place = [UInt8](report.origin.country) + [UInt8](report.origin.state)
        let digest = SHA256.hash(data: Array("HAA forwarded case".utf8) + place + report.number.bytes)
        guard let bytes = Bytes16(Array(digest.prefix(Bytes16.count))) else {
            preconditionFailure("a digest of SHA-256 has 32 bytes")
        }
        return CaseID(bytes)
    }
}
