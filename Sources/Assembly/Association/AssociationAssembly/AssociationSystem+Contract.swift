import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
package import CommonAssembly
package import Foundation

/// The association's facts for docs/openapi. Its refusals have no bodies.
extension AssociationSystem {
    package static let contract = ContractFacts(
        limits: [
            "registration": RegistrationRequest.sizes,
            "batch": AssociationLimits.batchSize...AssociationLimits.batchSize,
            "forwardedReport": ForwardedReport.sizes,
        ],
        values: [
            "batches": AssociationLimits.batchCount, "contactDays": AssociationLimits.contactDays,
            "proof": AssociationLimits.maxProofSize, "boxesMaxAge": Boxes.secondsInCache,
            "boxDays": BoxLimits.days,
        ],
        patterns: [
            "code": "^[\(String(decoding: ReportCode.alphabet, as: UTF8.self))]{\(ReportCode.length)}$"
        ]
    )

    /// The authority at work, so that all its routes are there.
    package static func trialSettings(in folder: URL) throws -> [String: String] {
        let key = folder.appending(path: "association.key").path
        _ = try AgreementKeyFile.create(key)
        return [
            "association.mode": "hybrid", "association.proof": "none", "association.key": key,
            "association.reports": "private",
        ]
    }
}
