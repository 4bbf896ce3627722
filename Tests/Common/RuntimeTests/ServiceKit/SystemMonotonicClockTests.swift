import ServiceKit
import Testing

@Suite("The machine's monotonic clock")
struct SystemMonotonicClockTests {
    @Test("every call is made once, at its moment or later, also if the moment has passed")
    func calls() async {
        let monotonicClock = SystemMonotonicClock()
        let moments = (0..<90).map { Duration.milliseconds($0 % 3) }
        let (calls, called) = AsyncStream.makeStream(of: (moment: Duration, time: Duration).self)
        for moment in moments {
            monotonicClock.call(at: moment) { called.yield((moment, monotonicClock.elapsed())) }
        }
        var seen: [Duration] = []
        for await call in calls.prefix(moments.count) {
            #expect(call.time >= call.moment)
            seen.append(call.moment)
        }
        #expect(seen.sorted() == moments.sorted())
    }
}
