import Crypto
import ExposurePrimitives
import Testing

@testable import MessageSignatures

@Suite("Checking a signed message")
struct MessageVerifierTests {
    @Test("a signed message is accepted in any case of its field names, and has its sequence")
    func valid() throws {
        var message = try SampleMessage()
        #expect(try message.verify() == 43)
        message.fields = message.fields.map { ($0.name.uppercased(), $0.value) } + [("Date", "now")]
        #expect(try message.verify() == 43)
    }

    @Test("a request without a query is signed with only the question mark")
    func withoutQuery() throws {
        var message = try SampleMessage()
        message.target = "/v1/keys/index"
        try message.sign()
        #expect(try message.verify() == 43)
        #expect(try message.verify(asked: "/v1/keys/index?") == 43, "an empty query is no other query")
        #expect(throws: MessageSignatureError.wrongSignature) { try message.verify(asked: "/v1/keys/index?a") }
    }

    @Test("another content, request or number is refused")
    func altered() throws {
        let message = try SampleMessage()
        var other = message
        other.body[2] ^= 1
        #expect(throws: MessageSignatureError.wrongDigest) { try other.verify() }
        other[.contentDigest] = ContentDigest(of: other.body).field
        #expect(throws: MessageSignatureError.wrongSignature) { try other.verify() }
        for target in ["/v1/settings?platform=ios&build=8", "/v1/settings?build=7&platform=ios", "/v1/setting"] {
            #expect(throws: MessageSignatureError.wrongSignature) { try message.verify(asked: target) }
        }
        other = message
        other[.sequence] = "44"
        #expect(throws: MessageSignatureError.wrongSignature) { try other.verify() }
        other = message
        other[.signatureInput] = message[.signatureInput]?.replacing("1795255200", with: "1795255201")
        #expect(throws: MessageSignatureError.wrongSignature) { try other.verify() }
    }

    @Test("a field that is missing or occurs twice is refused", arguments: SignedField.allCases)
    func missing(field: SignedField) throws {
        var message = try SampleMessage()
        message.fields.append((field.rawValue, try #require(message[field])))
        #expect(throws: MessageSignatureError.malformed(field)) { try message.verify() }
        message[field] = nil
        message.fields.removeAll { $0.name == field.rawValue }
        #expect(throws: MessageSignatureError.missing(field)) { try message.verify() }
    }

    @Test("another key is refused, under its own name and under a trusted one")
    func otherKey() throws {
        let message = try SampleMessage()
        let stranger = try SampleMessage()
        #expect(throws: MessageSignatureError.unknownKey) { try message.verify(by: stranger.verifier) }
        var forged = stranger
        try forged.sign { $0.with(keyID: message.keyID) }
        #expect(throws: MessageSignatureError.wrongSignature) { try forged.verify(by: message.verifier) }
        let both = try MessageVerifier(
            keys: [message, stranger].map { try MessageVerificationKey(pem: $0.privateKey.publicKey.pemRepresentation) }
        )
        #expect(try message.verify(by: both) == stranger.verify(by: both))
        #expect(throws: MessageSignatureError.noVerificationKeys) { try MessageVerifier(keys: []) }
        #expect(throws: MessageSignatureError.unreadablePublicKey) { try MessageVerificationKey(pem: "no key") }
    }

    @Test("a signature that covers less, or has another form, is refused")
    func otherSignature() throws {
        var message = try SampleMessage()
        try message.sign { $0.with(components: $0.components.dropLast()) }
        #expect(throws: MessageSignatureError.wrongComponents) { try message.verify() }
        try message.sign { $0.with(label: "other") }
        #expect(throws: MessageSignatureError.wrongComponents) { try message.verify() }
        for algorithm in ["ecdsa-p384-sha384", nil] {
            try message.sign { $0.with(algorithm: .some(algorithm)) }
            #expect(throws: MessageSignatureError.wrongAlgorithm) { try message.verify() }
        }
    }

    @Test("a message is accepted for as long as it may be cached and one day more, and no second longer")
    func freshness() throws {
        let message = try SampleMessage()
        let created = SampleMessage.created
        #expect(try message.verify(now: created.advanced(bySeconds: 3600 + 86_400)) == 43)
        #expect(throws: MessageSignatureError.tooOld(created: created)) {
            try message.verify(now: created.advanced(bySeconds: 3600 + 86_401))
        }
        #expect(try message.verify(now: created.advanced(bySeconds: -7200)) == 43)
        #expect(throws: MessageSignatureError.inFuture(created: created)) {
            try message.verify(now: created.advanced(bySeconds: -7201))
        }
    }

    @Test("the sequence of each document never goes back")
    func sequences() throws {
        var seen = SeenSequences()
        try seen.accept(7, of: "a")
        try seen.accept(7, of: "a")
        try seen.accept(3, of: "b")
        #expect(throws: MessageSignatureError.lowerSequence(highestSeen: 7, offered: 6)) { try seen.accept(6, of: "a") }
        #expect(seen["a"] == 7)
        try seen.accept(8, of: "a")
        #expect(seen["a"] == 8 && seen["b"] == 3 && seen["c"] == nil)
    }
}
