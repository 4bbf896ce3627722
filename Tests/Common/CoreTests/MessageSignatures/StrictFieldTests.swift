import ExposurePrimitives
import Testing

@testable import MessageSignatures

@Suite("Reading signature fields strictly")
struct StrictFieldTests {
    private static let malformedInputs = [
        "", "avviso", "avviso=", "avviso=()", #"avviso=("a")"#, #"Avviso=("a");created=1;keyid="k""#,
        #"1a=("a");created=1;keyid="k""#, #"avviso=( "a");created=1;keyid="k""#,
        #"avviso=("a"  "b");created=1;keyid="k""#, #"avviso=("a""b");created=1;keyid="k""#,
        #"avviso=("a" );created=1;keyid="k""#, #"avviso=("a;created=1;keyid="k""#,
        #"avviso=("a";sf);created=1;keyid="k""#, #"avviso=("a");created=-1;keyid="k""#,
        #"avviso=("a");created=01;keyid="k""#, #"avviso=("a");created=1.0;keyid="k""#,
        #"avviso=("a");created=1000000000000000;keyid="k""#, #"avviso=("a"); created=1;keyid="k""#,
        #"avviso=("a");keyid="k";created=1"#, #"avviso=("a");created=1;keyid=k"#,
        #"avviso=("a");created=1;keyid="k\"""#, #"avviso=("a");created=1;keyid="é""#,
        #"avviso=("a");created=1;keyid="k" "#, #"avviso=("a");created=1;keyid="k";alg="#,
        #"avviso=("a");created=1;keyid="k";expires=2"#, #"avviso=("a");created=1;keyid="k", b=("a")"#,
    ]

    @Test("a Signature-Input in any other form than ours is refused", arguments: malformedInputs)
    func signatureInput(text: String) {
        #expect(throws: MessageSignatureError.malformed(.signatureInput)) { try SignatureInput(parsing: text) }
    }

    @Test("the longest time is still read, and so is an empty list")
    func limits() throws {
        let text = #"avviso=();created=999999999999999;keyid="k";alg="a""#
        let input = try SignatureInput(parsing: text)
        #expect(input.created == UnixTime(999_999_999_999_999))
        #expect(input.field == text)
    }

    private static let malformedDigests = [
        "", "sha-256", "sha-256=", "sha-256=::", "sha-256=:AAAA:",
        "sha-512=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
        "sha-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=",
        "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE:",
        "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=: ",
        "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:, sha-512=:AA==:",
    ]

    @Test("a digest in any other form is refused", arguments: malformedDigests)
    func digest(text: String) {
        #expect(throws: MessageSignatureError.malformed(.contentDigest)) { try ContentDigest(parsing: text) }
    }

    @Test("a sequence in any other form is refused", arguments: ["", "-1", "043", "43.0", "43 ", "1000000000000000"])
    func sequence(text: String) throws {
        var message = try SampleMessage()
        message[.sequence] = text
        #expect(throws: MessageSignatureError.malformed(.sequence)) { try message.verify() }
    }

    @Test("a signature in any other form is refused")
    func signature() throws {
        let message = try SampleMessage()
        let value = try #require(message[.signature])
        for text in ["", "avviso=", "avviso=::", "avviso=:AAAA:", "b" + value, value + " ", value + ", b=:AA==:"] {
            var other = message
            other[.signature] = text
            #expect(throws: MessageSignatureError.malformed(.signature)) { try other.verify() }
        }
    }

    @Test("no signature is made for a target or number with more than one possible signature base")
    func unsignable() throws {
        let digest = ContentDigest(of: [])
        for (path, query) in [("", nil), ("v1", nil), ("/a b", nil), ("/é", nil), ("/a", "b\nc"), ("/a", "\u{7f}")] {
            #expect(throws: MessageSignatureError.unsignableTarget) {
                try SignedContent(digest: digest, path: path, query: query, sequence: 0)
            }
        }
        for sequence in [-1, 1_000_000_000_000_000, .max] as [Int64] {
            #expect(throws: MessageSignatureError.unsignableSequence) {
                try SignedContent(digest: digest, path: "/a", query: nil, sequence: sequence)
            }
        }
        for sequence in [0, 999_999_999_999_999] as [Int64] {
            #expect(try SignedContent(digest: digest, path: "/!~", query: nil, sequence: sequence).query == "?")
        }
    }
}
