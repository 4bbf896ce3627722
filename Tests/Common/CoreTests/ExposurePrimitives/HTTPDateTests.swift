import ExposurePrimitives
import Testing

@Suite("Dates of HTTP")
struct HTTPDateTests {
    private static let forms: [(Int64, String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_600_000_000, "Sun, 13 Sep 2020 12:26:40 GMT"),
        (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ]

    @Test("have one fixed form, and are read back", arguments: forms)
    func form(seconds: Int64, text: String) {
        #expect(UnixTime(seconds).httpDate == text)
        #expect(UnixTime(httpDate: text) == UnixTime(seconds))
    }

    @Test("of any moment are read back")
    func everyMoment() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let moment = UnixTime(Int64.random(in: 0...4_102_444_799, using: &generator))
            #expect(UnixTime(httpDate: moment.httpDate) == moment)
        }
    }

    private static let malformed = [
        "", "Sun, 06 Nov 1994 08:49:37", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "784111777",
    ]

    @Test("are refused in every other form", arguments: malformed)
    func otherForms(text: String) {
        #expect(UnixTime(httpDate: text) == nil)
    }
}
