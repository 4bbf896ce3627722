import CommonAssembly
import CoronaWarnFederation
import ServiceKit

extension FitnessRule<CoronaWarnFacts> {
    /// The rules about the exchange of keys with other countries. Metrics tell the state of the exchange while the
    /// server runs, and these rules tell it to an operator who has no monitoring.
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
        FitnessRule("federation-silent", remedy: "avviso federation exchange says why") {
            $0.state.silentPartners.map { "\($0) never answered, or not for a day, and no keys of it arrive" }
        },
        FitnessRule("federation-refused", remedy: "avviso federation batches says why; tell the partner") {
            $0.state.refusedPartners.map { "batches of \($0) were refused within the last day, and warn nobody here" }
        },
        FitnessRule("federation-paused", remedy: "avviso federation resume") {
            $0.state.pausedPartners.map { "the exchange with \($0) is paused: no keys are given or taken" }
        },
    ]
}
