import ExposurePrimitives
import KeyServerRules
import Testing

@Suite("The key under which codes are stored")
struct RightKeyTests {
    private let token = SecretBytes([UInt8](repeating: 9, count: 32))
    private let key: RightKey
    private let trialCode = RightKey.Purpose(system: "trial", use: "code")

    init() throws {
        key = try #require(RightKey([UInt8](repeating: 1, count: 32)))
    }

    @Test("decides the stored form of a token")
    func macs() throws {
        let second = try #require(RightKey([UInt8](repeating: 2, count: 32)))
        #expect(key.mac(of: token, for: trialCode) == key.mac(of: token, for: trialCode))
        #expect(key.mac(of: token, for: trialCode) != second.mac(of: token, for: trialCode))
        #expect(key.mac(of: token, for: trialCode).count == 32)
        #expect("\(key)".contains("01") == false)
    }

    @Test("rights of two systems, or for two uses, never match, even for one token")
    func purposes() {
        let purposes: [RightKey.Purpose] = [
            .release01Code, trialCode, .init(system: "other", use: "code"), .init(system: "trial", use: "test"),
            .init(system: "trial code", use: ""),
        ]
        #expect(Set(purposes.map { key.mac(of: token, for: $0) }).count == purposes.count)
        // The name and the token cannot run into one another.
        let longer = SecretBytes(Array("s".utf8) + token.exposedBytes)
        let codes = RightKey.Purpose(system: "trial", use: "codes")
        #expect(key.mac(of: token, for: codes) != key.mac(of: longer, for: trialCode))
    }

    @Test("the codes of release 0.1 keep the hashes that databases have, and other purposes begin with their names")
    func released() {
        // Computed with Python's hmac.
        for (purpose, mac) in [
            (RightKey.Purpose.release01Code, "ea9f7f9aa052f00c61a621e93f3b8ec4d027fcf71a5b17f50929eeb9be3ce1c7"),
            (trialCode, "09dd340e41ba95bad8ecf692a3e5b82def37719a000b1aa6135cecb7fb33e495"),
        ] {
            #expect(Hex.encode(key.mac(of: token, for: purpose)) == mac)
        }
    }

    @Test("has 32 bytes", arguments: [31, 33])
    func length(count: Int) {
        #expect(RightKey([UInt8](repeating: 1, count: count)) == nil)
    }
}
