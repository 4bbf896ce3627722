import CommonAssembly

extension FitnessRule<CoronaWarnFacts> {
    /// The rules about the keys of callers. They warn early, because a new key goes to its holder over a safe way.
    static let accessKeys = [
        FitnessRule("laboratory-key-ends", remedy: "avviso lab rotate") {
            $0.state.endingKeys(of: $0.state.laboratories).map {
                "the key of \($0) ends within 14 days, and results sent with it are then refused"
            }
        },
        FitnessRule("operator-token-ends", remedy: "avviso operator token") {
            $0.state.endingKeys(of: $0.state.operators).map {
                "the token of \($0) ends within 14 days, and gets no teleTANs then"
            }
        },
    ]
}
