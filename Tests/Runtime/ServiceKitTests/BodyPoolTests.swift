import Testing

@testable import ServiceKit

@Suite("Memory for bodies")
struct BodyPoolTests {
    @Test("long bodies get room for all their bytes, whether new or used before")
    func reuse() {
        let pool = BodyPool()
        for length in [100_000, 16_384, 110_000] {
            var body = pool.take(length)
            #expect(body.isEmpty)
            #expect(body.capacity >= length)
            body.append(contentsOf: repeatElement(1, count: length))
            pool.give(body)
        }
        #expect(pool.take(16_384).capacity >= 110_000, "this is the memory of the longest")
        #expect(pool.take(16_384).capacity < 110_000, "which was the only one")
    }

    @Test("a body that somebody still uses is left alone")
    func shared() {
        let pool = BodyPool()
        let body = [UInt8](repeating: 7, count: 100_000)
        pool.give(body)
        var next = pool.take(100_000)
        next.append(1)
        #expect(body == [UInt8](repeating: 7, count: 100_000))
    }

    @Test("short bodies are not pooled", arguments: [0, 16_383])
    func short(length: Int) {
        #expect(BodyPool().take(length).capacity == 0)
    }
}
