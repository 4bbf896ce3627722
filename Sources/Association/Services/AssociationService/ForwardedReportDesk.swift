import AssociationPorts
import AssociationProtocol
import Crypto
import ExposurePrimitives
import HeraldPayloads
import WireFormat

/// Takes the reports that other authorities forward.
struct ForwardedReportDesk: Sendable {
    let stores: AssociationStoreSet
    let home: Jurisdiction
    let partners: [ForeignAuthority]
    let arrivals: ArrivalSignal

    /// Stores a report for its validation.
    ///
    /// - Parameter name: of the caller, by the list of partners.
    /// - Throws: `notAPartner` unless the caller is the authority that the report names, and this is its destination;
    ///   `Refusal.unavailable` as long as too many reports wait.
    func take(_ report: ForwardedReport, _ bytes: [UInt8], from name: String, now: UnixTime) async throws {
        guard let partner = partners.first(where: { $0.name == name }), report.origin == partner.jurisdiction,
            report.destination == home
        else {
            throw AuthorityRefusal.notAPartner
        }
        guard try await stores.forwarding.incomingCount() < IncomingReport.maxCount else {
            throw Refusal.unavailable
        }
        try await stores.forwarding.put(
            IncomingReport(caseID: Self.caseID(of: report), arrival: now, bytes: bytes)
        )
        arrivals.signal()
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
