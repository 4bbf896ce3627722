import ExposurePrimitives
import Testing

@Suite("Secrets")
struct SecretTests {
    private let secret = SecretBytes(Array("top secret".utf8))

    @Test("never print their content, in any of the ways to print")
    func printing() {
        var (dumped, wrapped, printed) = ("", "", "")
        dump(secret, to: &dumped)
        dump([Optional(secret)], to: &wrapped)
        print(secret, to: &printed)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])",
            "\(Holder(token: secret))", dumped, wrapped, printed,
            String(describing: Mirror(reflecting: secret).children.map { $0 }),
        ]
        for text in texts {
            #expect(!text.contains("top") && !text.contains("116"), "116 is the first byte")
        }
        #expect("\(secret)" == "<redacted>")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }

    @Test("give their content only through the named access")
    func content() {
        #expect(secret.exposedBytes == Array("top secret".utf8))
        #expect(secret.count == 10)
    }

    @Test("are equal if all bytes are equal")
    func equality() {
        #expect(SecretBytes([1, 2, 3]) == SecretBytes([1, 2, 3]))
        #expect(SecretBytes([]) == SecretBytes([]))
        for other in [[], [1, 2], [1, 2, 4], [0, 2, 3], [1, 2, 3, 0]] as [[UInt8]] {
            #expect(SecretBytes([1, 2, 3]) != SecretBytes(other))
        }
    }

    private struct Holder {
        let token: SecretBytes
    }
}
