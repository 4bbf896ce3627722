/// Decides whether a phone's evidence proves that a genuine device with our app made a request.
///
/// A decision takes milliseconds, and forged evidence takes longest. Callers must use a thread for which no connection
/// waits. An implementation stores nothing: neither the evidence nor its content.
public protocol AttestationVerifier: Sendable {
    /// - Parameters:
    ///   - evidence: as it came from the phone, of any content.
    ///   - binding: a digest of the request for which the evidence must be made. Each kind of evidence holds it in its
    ///     own form.
    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision
}

/// The kinds of evidence that a configuration accepts, as one verifier.
public struct AcceptedAttestations: AttestationVerifier {
    private let verifiers: [AttestationEvidence.Kind: any AttestationVerifier]

    public init(_ verifiers: [AttestationEvidence.Kind: any AttestationVerifier]) {
        self.verifiers = verifiers
    }

    public func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        guard let verifier = verifiers[evidence.kind] else {
            return .refused(.kindNotAccepted)
        }
        return await verifier.decide(evidence, boundTo: binding)
    }
}
