import ServiceKit
import Testing

@Suite("The machine's pacemaker")
struct SystemPacemakerTests {
    @Test("every call is made once, at its moment or later, also if the moment has passed")
    func calls() async {
        let pacemaker = SystemPacemaker()
        let moments = (0..<90).map { Duration.milliseconds($0 % 3) }
        let (calls, called) = AsyncStream.makeStream(of: (moment: Duration, time: Duration).self)
        for moment in moments {
            pacemaker.call(at: moment) { called.yield((moment, pacemaker.elapsed())) }
        }
        var seen: [Duration] = []
        for await call in calls.prefix(moments.count) {
            #expect(call.time >= call.moment)
            seen.append(call.moment)
        }
        #expect(seen.sorted() == moments.sorted())
    }
}
