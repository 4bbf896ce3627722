import ExposurePrimitives
import Foundation
import Testing

@Suite("Base 64")
struct Base64Tests {
    private static let published = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("the vectors of RFC 4648 section 10", arguments: published)
    func vectors(text: String, encoded: String) {
        #expect(Base64.encode(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
    }

    @Test("random bytes of every length agree with Foundation")
    func foundation() {
        var generator = SeededGenerator(seed: 64)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.encode(bytes) == text)
            #expect(Base64.decode(text) == bytes)
        }
    }

    @Test("unused bits that are not zero are refused")
    func nonCanonical() {
        #expect(Base64.decode("Zg==") == [0x66])
        #expect(Base64.decode("Zm8=") == [0x66, 0x6F])
        for text in ["Zh==", "Zk==", "Zv==", "Z/==", "Zm9=", "Zm+=", "Zm/=", "//==", "///="] {
            #expect(Base64.decode(text) == nil)
        }
    }

    private static let malformed = [
        "Z", "Zg", "Zg=", "Zm8", "=", "==", "====", "Z===", "Zg==Zg==", "Zm9v=", "Zm9v====", "Zm=v", "Z=9v", "=m9v",
        " Zm9v", "Zm9v\n", "Zm 9v", "Zm9v\r\n", "-_-_", "Zm9!", "Zm9é", "\u{0}AAA",
    ]

    @Test("wrong padding, white space and the URL alphabet are refused", arguments: malformed)
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("a slice of a longer text is decoded by itself")
    func slice() {
        let text = Array("xxZm9vYg==yy".utf8)
        #expect(Base64.decode(utf8: text[2..<10]) == Array("foob".utf8))
        #expect(Base64.decode(utf8: text[2..<9]) == nil)
    }
}
