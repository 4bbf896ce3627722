import AssociationAPI
import AssociationProtocol
import ExposurePrimitives
import Testing

@Suite("Proofs of registration by the platform")
struct PlatformProofTests {
    private static let proofs: [PlatformProof] = [
        .playIntegrity(token: "a.b.c"), .playIntegrity(token: ""), .keyAttestation(chain: []),
        .keyAttestation(chain: [[1, 2, 3], [], [UInt8](repeating: 7, count: 300)]), .appAttest(object: [0xA3, 0]),
    ]

    @Test("are read as they were written", arguments: proofs)
    func layout(proof: PlatformProof) throws { #expect(try PlatformProof(parsing: proof.exposedBytes) == proof) }

    @Test("have the layout of the document")
    func bytes() {
        #expect(PlatformProof.playIntegrity(token: "ab").exposedBytes == [1, 0x61, 0x62])
        #expect(PlatformProof.keyAttestation(chain: [[9], [8, 7]]).exposedBytes == [2, 0, 1, 9, 0, 2, 8, 7])
        #expect(PlatformProof.appAttest(object: [5]).exposedBytes == [3, 5])
    }

    @Test(
        "are refused if a kind is unknown, a text is not in UTF-8, or a certificate ends early",
        arguments: [[], [0], [4], [1, 0xFF], [2, 0], [2, 0, 2, 9], [2, 0, 1, 9, 0]] as [[UInt8]]
    )
    func malformed(bytes: [UInt8]) { #expect(throws: AssociationError.self) { try PlatformProof(parsing: bytes) } }

    @Test("any bytes parse or throw")
    func anything() {
        var generator = SeededGenerator(seed: 20)
        for count in 0..<400 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for kind: UInt8 in 0...4 {
                _ = try? PlatformProof(parsing: [kind] + bytes)
            }
        }
    }

    @Test("are bound to one key")
    func binding() throws {
        let keys = try [1, 2].map { try PublicAgreementKey([UInt8](repeating: $0, count: 32)) }
        #expect(PlatformProof.binding(to: keys[0]).count == 32)
        #expect(PlatformProof.binding(to: keys[0]) != PlatformProof.binding(to: keys[1]))
    }
}
