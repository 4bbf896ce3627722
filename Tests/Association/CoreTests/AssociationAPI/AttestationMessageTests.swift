import AssociationAPI
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Messages of attestations")
struct AttestationMessageTests {
    @Test("a request has 96 keys, neither more nor fewer")
    func request() throws {
        let keys = Self.keys()
        let request = try AttestationRequest(keys: keys)
        #expect(request.bytes.count == 3072)
        #expect(try AttestationRequest(parsing: request.bytes) == request)
        #expect(Array(request.bytes[32..<64]) == keys[1].bytes.bytes)
        #expect(throws: AssociationError.wrongLength(95)) { try AttestationRequest(keys: keys.dropLast()) }
        #expect(throws: AssociationError.wrongLength(97)) { try AttestationRequest(keys: keys + [keys[0]]) }
        #expect(throws: AssociationError.self) { try AttestationRequest(parsing: request.bytes.dropLast()) }
        #expect(throws: AssociationError.self) { try AttestationRequest(parsing: request.bytes + [0]) }
    }

    @Test("a refusal has the size of an answer with signatures")
    func answer() throws {
        let attestations = try (0..<UInt8(96)).map { number in
            try IdentityAttestation([UInt8](repeating: number, count: IdentityAttestation.size))
        }
        let answer = try AttestationAnswer(attestations: attestations)
        #expect(answer.bytes.count == 6146)
        #expect(AttestationAnswer.refused.bytes.count == 6146)
        #expect(Array(answer.bytes.prefix(2)) == [1, 1])
        #expect(answer.bytes[66] == 1)
        #expect(try AttestationAnswer(parsing: answer.bytes) == answer)
        #expect(try AttestationAnswer(parsing: AttestationAnswer.refused.bytes) == .refused)
        #expect(throws: AssociationError.wrongLength(95)) {
            try AttestationAnswer(attestations: attestations.dropLast())
        }
        #expect(throws: AssociationError.self) { try AttestationAnswer(parsing: answer.bytes.dropLast()) }
        #expect(throws: AssociationError.self) { try AttestationAnswer(parsing: answer.bytes + [0]) }
        #expect(throws: AssociationError.malformed) { try AttestationAnswer(parsing: [2] + answer.bytes.dropFirst()) }
    }

    private static func keys() -> [PublicAgreementKey] {
        var generator = SystemRandomNumberGenerator()
        return (0..<AssociationLimits.identitiesPerDay).map { _ in
            PrivateAgreementKey.generate(using: &generator).publicKey
        }
    }
}
