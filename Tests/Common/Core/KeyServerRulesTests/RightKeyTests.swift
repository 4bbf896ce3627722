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
        #expect(first.mac(of: token) == first.mac(of: token))
        #expect(first.mac(of: token) != second.mac(of: token))
        #expect(first.mac(of: token).count == 32)
        #expect("\(first)".contains("01") == false)
    }

    @Test("has 32 bytes", arguments: [31, 33])
    func length(count: Int) {
        #expect(RightKey([UInt8](repeating: 1, count: count)) == nil)
    }
}
