import ExposurePrimitives
import Testing

@Suite("Sixteen bytes")
struct Bytes16Tests {
    @Test("need exactly sixteen", arguments: [0, 1, 15, 16, 17, 32, 96])
    func length(count: Int) {
        #expect((Bytes16([UInt8](repeating: 1, count: count)) != nil) == (count == 16))
    }

    @Test("are returned as they were given")
    func roundTrip() throws {
        let bytes = Array(UInt8(240)...255)
        #expect(try #require(Bytes16(bytes)).bytes == bytes)
        #expect(try #require(Bytes16(bytes[...])).bytes == bytes)
    }

    @Test("are ordered like their bytes")
    func order() throws {
        var generator = SeededGenerator(seed: 16)
        for _ in 0..<2000 {
            let first = Bytes16.random(using: &generator)
            var other = Bytes16.random(using: &generator).bytes
            // A common prefix of random length, so that every position is sometimes the first difference.
            let common = Int.random(in: 0...16, using: &generator)
            other.replaceSubrange(0..<common, with: first.bytes.prefix(common))
            let second = try #require(Bytes16(other))
            #expect((first < second) == first.bytes.lexicographicallyPrecedes(second.bytes))
            #expect((first == second) == (first.bytes == second.bytes))
        }
    }

    @Test("drawn from one seed are equal, from two seeds different")
    func random() {
        let drawn = [1, 1, 2].map { (seed: UInt64) in
            var generator = SeededGenerator(seed: seed)
            return (0..<3).map { _ in Bytes16.random(using: &generator) }
        }
        #expect(drawn[0] == drawn[1])
        #expect(Set(drawn[0] + drawn[2]).count == 6)
    }

    @Test("the generator is SplitMix64")
    func generator() {
        // The first outputs for the seed 1234567, as the algorithm's reference implementation prints them.
        var generator = SeededGenerator(seed: 1_234_567)
        let published: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        #expect(published.map { _ in generator.next() } == published)
    }
}
