import ServiceKit
import ServiceTesting
import Testing

@Suite("Test support")
struct ServiceTestingTests {
    @Test("a manual monotonic clock wakes sleepers in the order of their moments, and late ones at once")
    func order() async throws {
        let monotonicClock = ManualMonotonicClock()
        let (woken, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for milliseconds in [30, 10, 20] {
                group.addTask {
                    try await monotonicClock.sleep(until: .milliseconds(milliseconds))
                    continuation.yield(milliseconds)
                }
            }
            await monotonicClock.sleepers(atLeast: 3)
            var observed = woken.makeAsyncIterator()
            for milliseconds in [10, 20, 30] {
                monotonicClock.advance(by: .milliseconds(10))
                #expect(await observed.next() == milliseconds)
            }
            try await monotonicClock.sleep(until: .milliseconds(30))
            try await group.waitForAll()
        }
        #expect(monotonicClock.elapsed() == .milliseconds(30))
        #expect(monotonicClock.wakeUps.isEmpty)
    }

    @Test("a cancelled sleeper is woken with an error, also if it was cancelled before it slept")
    func cancellation() async {
        let monotonicClock = ManualMonotonicClock()
        let sleeper = Task { try await monotonicClock.sleep(until: .seconds(1)) }
        await monotonicClock.sleepers(atLeast: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await monotonicClock.sleep(until: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(monotonicClock.wakeUps.isEmpty)
    }

    @Test("an answer is read exactly, and an incomplete one is nil")
    func rawAnswer() throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nEmpty: \r\nTwice: 1\r\ntwice: 2\r\n\r\nabc"
        let answer = try #require(RawAnswer(Array((text + "next").utf8), hasBody: true))
        #expect(answer.bytes == Array(text.utf8))
        #expect(answer.text == "abc")
        #expect(answer["empty"] == "")
        #expect(answer["Twice"] == nil)
        #expect(RawAnswer(Array(text.utf8.dropLast()), hasBody: true) == nil)
        #expect(RawAnswer(Array(text.utf8), hasBody: false)?.wireSize == text.utf8.count - 3)
    }
}
