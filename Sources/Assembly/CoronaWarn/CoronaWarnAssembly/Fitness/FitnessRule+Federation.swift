import CommonAssembly
import CoronaWarnFederation
import ServiceKit

extension FitnessRule<CoronaWarnFacts> {
    /// The rules about the exchange of keys with other countries. The state of the exchange is in the metrics, because
    /// it changes while the server runs.
    static let federation = [
        FitnessRule(
            "small-batches",
            "a batch of few keys tells another country that few people uploaded",
            remedy: "federation.min-keys, federation.max-wait"
        ) {
            $0.services.contains(.federation) && $0.federation.mayShowFewKeys
        },
        FitnessRule(
            "federation-no-certificate",
            "partners give no batches to a server that shows no certificate",
            remedy: "federation.tls-certificate, federation.tls-key"
        ) {
            $0.services.contains(.federation) && $0.federates && $0.federation.certificateFile == nil
        },
    ]
}
