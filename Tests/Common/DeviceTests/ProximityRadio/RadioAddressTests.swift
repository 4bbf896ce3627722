import ExposurePrimitives
import PhonePorts
import Testing

@Suite("Radio addresses")
struct RadioAddressTests {
    private static let max = (UInt64(1) << 46) - 1

    private static let edges = [(0, false), (1, true), (max - 1, true), (max, false), (max + 1, false), (.max, false)]

    @Test("are 46 bits, neither all 0 nor all 1", arguments: edges)
    func values(value: UInt64, isAddress: Bool) {
        #expect((RadioAddress(rawValue: value) != nil) == isAddress)
    }

    @Test("are drawn from all possible ones")
    func drawn() {
        var generator = SeededGenerator(seed: 1)
        let addresses = (0..<1000).map { _ in RadioAddress.random(using: &generator) }
        #expect(Set(addresses).count == 1000)
        #expect(addresses.allSatisfy { RadioAddress(rawValue: $0.rawValue) == $0 })
        let highest = addresses.map { $0.rawValue >> 45 }
        #expect(Set(highest) == [0, 1])
    }
}
