import DeviceAttestation
import ExposurePrimitives
import Testing

@Suite("The port for attestations")
struct AttestationDecisionTests {
    private struct Fixed: AttestationVerifier {
        let decision: AttestationDecision

        func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision { decision }
    }

    private static let samples: [AttestationEvidence] = [
        .safetyNet(jws: "planted"), .playIntegrity(token: "planted"), .keyAttestation(chain: [Array("planted".utf8)]),
        .appAttest(object: Array("planted".utf8)),
    ]

    @Test("only the configured kinds are accepted, each by its own verifier")
    func kinds() async {
        let accepted = AcceptedAttestations([
            .safetyNet: Fixed(decision: .accepted(.platform, expiry: UnixTime(1))),
            .appAttest: Fixed(decision: .refused(.notFresh)),
        ])
        let expected: [AttestationDecision] = [
            .accepted(.platform, expiry: UnixTime(1)), .refused(.kindNotAccepted), .refused(.kindNotAccepted),
            .refused(.notFresh),
        ]
        for (evidence, decision) in zip(Self.samples, expected) {
            #expect(await accepted.decide(evidence, boundTo: []) == decision)
        }
    }

    @Test("evidence never prints itself")
    func redacted() {
        for evidence in Self.samples {
            var dumped = ""
            dump(evidence, to: &dumped)
            let bytes = "\(Array("planted".utf8))".dropFirst().dropLast()
            for text in ["\(evidence)", String(reflecting: evidence), dumped] {
                #expect(!text.contains("planted") && !text.contains(bytes))
                #expect(text.contains(evidence.kind.rawValue))
            }
        }
    }

    @Test("hardware is a higher tier than platform")
    func tiers() {
        #expect(AttestationTier.platform < .hardware)
        #expect(AttestationTier.hardware >= .hardware)
        #expect(!(AttestationTier.hardware < .hardware))
    }
}
