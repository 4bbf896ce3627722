public import WireFormat

extension CoronaWarnEndpoint {
    /// Federation, partner: the first batch for the caller's country after the number in the path.
    public static let federationBatch = Endpoint(.get, "/federation/v1/batches/after/{number}", produces: [.protobuf])
}

extension CoronaWarnHeader {
    /// Answer: the number of a ``FederationBatch``, also if it cannot be read.
    public static let batchTag = "batchTag"
    /// Answer: the signature of a ``FederationBatch`` in Base64, r‖s of 32 bytes each.
    public static let batchSignature = "batchSignature"
}
