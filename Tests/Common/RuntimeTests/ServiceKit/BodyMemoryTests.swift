import NIOCore
import Testing

@testable import ServiceKit

@Suite("Memory for bodies")
struct BodyMemoryTests {
    @Test("the budget can be used to its last byte, and no further")
    func budget() {
        let memory = BodyMemory(limit: 100)
        #expect(memory.reserve(99))
        #expect(!memory.reserve(2))
        #expect(!memory.isFull)
        #expect(memory.reserve(1))
        #expect(memory.isFull)
        memory.release(100)
        #expect(memory.usedBytes == 0)
        #expect(memory.reserve(100))
    }

    @Test("memory grows with the received bytes, not with the announced length")
    func growth() {
        let memory = BodyMemory(limit: 1 << 20)
        let body = RequestBody(memory: memory)
        #expect(body.append(ByteBuffer(repeating: 1, count: 10), announced: 200_000))
        #expect(memory.usedBytes < 8192)
        for _ in 0..<99 {
            #expect(body.append(ByteBuffer(repeating: 1, count: 1000), announced: 200_000))
            #expect(memory.usedBytes <= max(8192, 3 * body.bytes.count))
        }
        #expect(body.bytes == [UInt8](repeating: 1, count: 99_010))
    }

    @Test("a body beyond the budget is refused and keeps its memory")
    func refused() {
        let memory = BodyMemory(limit: 100_000)
        let body = RequestBody(memory: memory)
        #expect(body.append(ByteBuffer(repeating: 1, count: 50_000), announced: nil))
        let used = memory.usedBytes
        #expect(!body.append(ByteBuffer(repeating: 1, count: 70_000), announced: nil))
        #expect(memory.usedBytes == used)
        #expect(body.bytes.count == 50_000)
    }

    @Test("a body returns its memory when it is finished or dropped")
    func release() {
        let memory = BodyMemory(limit: 1 << 20)
        let body = RequestBody(memory: memory)
        #expect(body.append(ByteBuffer(repeating: 1, count: 30_000), announced: nil))
        body.release()
        #expect(memory.usedBytes == 0)
        #expect(body.bytes.isEmpty)
        #expect(RequestBody(memory: memory).append(ByteBuffer(repeating: 1, count: 30_000), announced: nil))
        #expect(memory.usedBytes == 0)
    }

    @Test("long arrays are reused, and their real capacity counts")
    func reuse() {
        let memory = BodyMemory(limit: 1 << 20)
        memory.giveArray([UInt8](repeating: 1, count: 110_000))
        let body = RequestBody(memory: memory)
        #expect(body.append(ByteBuffer(repeating: 1, count: 20_000), announced: 20_000))
        #expect(memory.usedBytes >= 110_000)
        #expect(memory.takeArray(capacity: 20_000).capacity < 110_000, "there was only one")
    }

    @Test("short and very long arrays are not kept", arguments: [16_000, 400_000])
    func notKept(count: Int) {
        let memory = BodyMemory(limit: 1 << 20)
        memory.giveArray([UInt8](repeating: 1, count: count))
        #expect(memory.takeArray(capacity: 16_384).capacity < 110_000)
    }

    @Test("an array that is still in use is not reused")
    func shared() {
        let memory = BodyMemory(limit: 1 << 20)
        let body = [UInt8](repeating: 7, count: 100_000)
        memory.giveArray(body)
        var next = memory.takeArray(capacity: 100_000)
        next.append(1)
        #expect(body == [UInt8](repeating: 7, count: 100_000))
    }
}
