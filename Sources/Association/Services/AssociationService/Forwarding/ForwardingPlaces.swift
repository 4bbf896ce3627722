import AssociationProtocol
import HeraldPayloads

/// The authorities that can be behind a contact of a report.
struct ForwardingPlaces: Hashable, Sendable {
    /// This authority.
    let home: Jurisdiction
    /// Those with which there is an agreement.
    let partners: Set<Jurisdiction>

    /// The other authority that validates a contact; nil if this one does. Details that name nobody are about a phone
    /// of this authority.
    func destination(of details: RiskExposureDetails) throws(ValidationRefusal) -> Jurisdiction? {
        guard let named = details.jurisdiction, named != home else {
            return nil
        }
        guard partners.contains(named) else {
            throw .noPartner
        }
        return named
    }
}
