import ExposurePrimitives
import Testing

@Suite("Moments")
struct UnixTimeTests {
    private static let texts: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (1_594_166_400, "2020-07-08T00:00:00Z"),
        (1_594_220_404, "2020-07-08T15:00:04Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    ]

    @Test("are written in UTC", arguments: texts)
    func description(seconds: Int64, text: String) {
        #expect(UnixTime(seconds).description == text)
    }

    @Test("saturate at the ends of their range")
    func saturation() {
        #expect(UnixTime(.max).advanced(bySeconds: 1) == UnixTime(.max))
        #expect(UnixTime(.min).advanced(bySeconds: -1) == UnixTime(.min))
        #expect(UnixTime(.max).seconds(since: UnixTime(-1)) == .max)
        #expect(UnixTime(.min).seconds(since: UnixTime(1)) == .min)
        #expect(UnixTime(10).seconds(since: UnixTime(3)) == 7)
        #expect(!UnixTime(.max).description.isEmpty && !UnixTime(.min).description.isEmpty)
    }

    @Test(
        "belong to the UTC day that contains them",
        arguments: [(0, 0), (86_399, 0), (86_400, 1), (-1, -1), (-86_400, -1), (-86_401, -2)] as [(Int64, Int)]
    )
    func days(seconds: Int64, day: Int) {
        #expect(UnixTime(seconds).utcDay.daysSinceEpoch == day)
    }
}

@Suite("Ten-minute intervals")
struct IntervalNumberTests {
    private static let intervals: [(Int64, UInt32)] = [
        (0, 0), (599, 0), (600, 1), (86_399, 143), (86_400, 144), (1_585_785_600, 2_642_976),
    ]

    @Test("contain the moments from their start to just before the next", arguments: intervals)
    func ofTime(seconds: Int64, number: UInt32) {
        #expect(IntervalNumber(clamping: UnixTime(seconds)) == IntervalNumber(number))
    }

    @Test("of moments outside 32 bits are the nearer end")
    func clamping() {
        let last = Int64(UInt32.max) * 600
        for (seconds, number) in [
            (-1, 0), (.min, 0), (last + 599, .max), (last + 600, .max), (.max, .max),
        ] as [(Int64, UInt32)] {
            #expect(IntervalNumber(clamping: UnixTime(seconds)) == IntervalNumber(number), "\(seconds)")
        }
    }

    @Test("start at their number, and their day starts at a multiple of 144")
    func starts() {
        #expect(IntervalNumber(2_642_976).start == UnixTime(1_585_785_600))
        #expect(IntervalNumber(.max).start == UnixTime(2_576_980_377_000))
        #expect(IntervalNumber(143).startOfDay == IntervalNumber(0))
        #expect(IntervalNumber(144).startOfDay == IntervalNumber(144))
        #expect(IntervalNumber(2_642_975).startOfDay == IntervalNumber(2_642_832))
    }

    @Test("advance only inside their range")
    func advancing() {
        #expect(IntervalNumber(10).advanced(by: -10) == IntervalNumber(0))
        #expect(IntervalNumber(10).advanced(by: -11) == nil)
        #expect(IntervalNumber(.max).advanced(by: 0) == IntervalNumber(.max))
        #expect(IntervalNumber(.max).advanced(by: 1) == nil)
        #expect(IntervalNumber(1).advanced(by: .max) == nil)
    }
}
