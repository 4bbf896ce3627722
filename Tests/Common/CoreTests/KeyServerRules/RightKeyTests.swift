import ExposurePrimitives
import KeyServerRules
import Testing

@Suite("The key under which codes are stored")
struct RightKeyTests {
    @Test("decides the stored form of a token")
    func macs() throws {
        let token = SecretBytes([UInt8](repeating: 9, count: 32))
        let first = try #require(RightKey([UInt8](repeating: 1, count: 32)))
        let second = try #require(RightKey([UInt8](repeating: 2, count: 32)))
        let purpose = RightKey.Purpose(system: "trial", use: "code")
        #expect(first.mac(of: token, for: purpose) == first.mac(of: token, for: purpose))
        #expect(first.mac(of: token, for: purpose) != second.mac(of: token, for: purpose))
        #expect(first.mac(of: token, for: purpose).count == 32)
        #expect("\(first)".contains("01") == false)
    }

    @Test("rights of two systems, or for two uses, never match, even for one token")
    func purposes() throws {
        let token = SecretBytes([UInt8](repeating: 9, count: 32))
        let key = try #require(RightKey([UInt8](repeating: 1, count: 32)))
        let purposes: [RightKey.Purpose] = [
            .release01Code, .init(system: "trial", use: "code"), .init(system: "other", use: "code"),
            .init(system: "trial", use: "test"), .init(system: "trial code", use: ""),
        ]
        #expect(Set(purposes.map { key.mac(of: token, for: $0) }).count == purposes.count)
        // The name and the token cannot run into one another.
        let longer = SecretBytes(Array("s".utf8) + token.exposedBytes)
        #expect(
            key.mac(of: token, for: .init(system: "trial", use: "codes"))
                != key.mac(of: longer, for: .init(system: "trial", use: "code"))
        )
    }

    @Test("the codes of release 0.1 keep the hashes that databases have, and other purposes begin with their names")
    func released() throws {
        let token = SecretBytes([UInt8](repeating: 9, count: 32))
        let key = try #require(RightKey([UInt8](repeating: 1, count: 32)))
        // Computed with Python's hmac.
        #expect(
            Hex.encode(key.mac(of: token, for: .release01Code))
                == "ea9f7f9aa052f00c61a621e93f3b8ec4d027fcf71a5b17f50929eeb9be3ce1c7"
        )
        #expect(
            Hex.encode(key.mac(of: token, for: .init(system: "trial", use: "code")))
                == "09dd340e41ba95bad8ecf692a3e5b82def37719a000b1aa6135cecb7fb33e495"
        )
    }

    @Test("has 32 bytes", arguments: [31, 33])
    func length(count: Int) {
        #expect(RightKey([UInt8](repeating: 1, count: count)) == nil)
    }
}
