import ExposurePrimitives
import Testing

@testable import ServiceKit

@Suite("Small texts")
struct TextTests {
    @Test(
        "a listen address is a host and a port",
        arguments: [("127.0.0.1:80", "127.0.0.1", 80), ("localhost:0", "localhost", 0), ("[::1]:65535", "::1", 65_535)]
    )
    func address(text: String, host: String, port: Int) throws {
        let address = try #require(ListenAddress(text))
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address.description == text)
    }

    @Test(
        "other texts are not listen addresses",
        arguments: ["", ":", ":80", "host", "host:", "host:65536", "host:-1", "host:x", "::1:80", "[]:80"]
    )
    func noAddress(text: String) { #expect(ListenAddress(text) == nil) }

    @Test(
        "durations are written in their largest whole unit and read in any unit",
        arguments: [
            ("0s", Duration.zero), ("250ms", .milliseconds(250)), ("150s", .seconds(150)), ("2m", .seconds(120)),
            ("4h", .seconds(14_400)), ("14d", .seconds(1_209_600)),
        ]
    )
    func durations(text: String, duration: Duration) {
        #expect(DurationText.text(duration) == text)
        #expect(DurationText.duration(text) == duration)
    }

    @Test("the authority's day begins at its own midnight, in winter and in summer")
    func calendar() throws {
        let rome = try AuthorityCalendar(timeZone: "Europe/Rome")
        let expectations: [(Int64, String)] = [
            // 2020-01-15T22:59:59Z and one second later; 2020-07-15T21:59:59Z and one second later
            (1_579_129_199, "2020-01-15 23:59"), (1_579_129_200, "2020-01-16 00:00"),
            (1_594_850_399, "2020-07-15 23:59"), (1_594_850_400, "2020-07-16 00:00"),
            (1_594_850_400 + 9 * 3600 + 65, "2020-07-16 09:01"),
        ]
        for (seconds, expected) in expectations {
            let moment = UnixTime(seconds)
            #expect("\(rome.day(of: moment)) \(rome.timeOfDay(of: moment))" == expected)
        }
    }

    @Test("an unknown time zone is refused")
    func unknownTimeZone() {
        #expect(throws: AuthorityCalendar.CalendarError.unknownTimeZone("Europe/Atlantis")) {
            try AuthorityCalendar(timeZone: "Europe/Atlantis")
        }
    }

    @Test("the system's clocks move forward and nearly agree")
    func systemClocks() async throws {
        let monotonicClock = SystemMonotonicClock()
        let before = monotonicClock.elapsed()
        try await monotonicClock.sleep(until: before + .milliseconds(1))
        #expect(monotonicClock.elapsed() >= before + .milliseconds(1))
        #expect(SystemWallClock().now() > UnixTime(1_600_000_000))
    }
}
