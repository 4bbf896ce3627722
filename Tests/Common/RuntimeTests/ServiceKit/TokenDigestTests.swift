import ExposurePrimitives
import ServiceKit
import Testing

@Suite("Tokens at rest")
struct TokenDigestTests {
    private func stored(_ holder: String, _ token: String, expiry: Int64 = 100) -> StoredToken<String> {
        StoredToken(holder: holder, digest: TokenDigest(of: SecretBytes(token.utf8)), expiry: UnixTime(expiry))
    }

    @Test("a digest is the SHA-256 of the token")
    func vector() {
        // FIPS 180-4, the example of one block.
        let wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(Hex.encode(TokenDigest(of: SecretBytes("abc".utf8)).bytes) == wanted)
    }

    @Test("a stored digest is 32 bytes and compares by them")
    func stored() throws {
        let digest = TokenDigest(of: SecretBytes("abc".utf8))
        #expect(try #require(TokenDigest(stored: digest.bytes)) == digest)
        #expect(TokenDigest(stored: Array(digest.bytes.dropLast())) == nil)
        #expect(TokenDigest(stored: digest.bytes + [0]) == nil)
        for index in digest.bytes.indices {
            var other = digest.bytes
            other[index] ^= 1
            #expect(try #require(TokenDigest(stored: other)) != digest)
        }
    }

    @Test("a digest is not printed")
    func printing() {
        let digest = TokenDigest(of: SecretBytes("abc".utf8))
        #expect(!"\(digest)".contains("186"))
        #expect(!String(reflecting: digest).contains("186"))
    }

    @Test("a token has its holder until it ends")
    func holder() {
        let tokens = [stored("a", "one"), stored("b", "two", expiry: 200), stored("c", "three")]
        let two = TokenDigest(of: SecretBytes("two".utf8))
        #expect(tokens.holder(of: two, at: UnixTime(199)) == "b")
        #expect(tokens.holder(of: two, at: UnixTime(200)) == nil)
        #expect(tokens.holder(of: TokenDigest(of: SecretBytes("four".utf8)), at: UnixTime(0)) == nil)
        #expect(tokens.dropLast(3).holder(of: two, at: UnixTime(0)) == nil)
    }
}
