import CommonAssembly
package import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnVerification
import ExposurePrimitives
import ServiceKit

extension CoronaWarnSystem {
    /// Issues a teleTAN for a test in the name of an operator.
    ///
    /// - Returns: nil if a limit is reached.
    package func issueTeleTAN(by operatorName: String) async throws -> TeleTAN? {
        let requester = TeleTANRequester(name: operatorName, authority: nil)
        // Nobody reads what this one counts.
        let outcome = try await teleTANIssuer(counting: MetricsRegistry()).issue(.test, to: requester)
        return if case .issued(let teleTAN) = outcome { teleTAN } else { nil }
    }

    /// The issuer of teleTANs, for the pages and for programs of this process.
    func teleTANIssuer(counting metrics: MetricsRegistry) throws -> TeleTANIssuer {
        TeleTANIssuer(
            store: try verificationStores().verification,
            secrets: VerificationSecrets(try realm.rightKey()),
            configuration: settings.verification,
            clock: realm.clock,
            metrics: metrics
        )
    }
}
