/// Decides whether what a phone presents proves that a genuine device with our app made a request.
///
/// A decision takes milliseconds, most of all on evidence that somebody made up, so it is made where no connection waits for
/// the thread. An implementation keeps nothing: neither what was presented nor what it found in it.
public protocol AttestationVerifier: Sendable {
    /// - Parameters:
    ///   - evidence: as it came from the phone, of any content.
    ///   - binding: what the evidence must be made for: a digest of the request, which each kind of evidence holds in its
    ///     own form.
    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision
}

/// The kinds of evidence that a configuration accepts, behind one port.
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
