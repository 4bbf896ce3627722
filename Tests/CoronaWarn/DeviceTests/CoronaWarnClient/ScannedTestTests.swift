import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The text of a scanned code")
struct ScannedTestTests {
    private static let code = "E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
    private static let hash = "904df8da0abbc2eb6ef987a3080d63ebba8c86358b5de65c78d787cec56e28e6"
    private static let today = CalendarDay(daysSinceEpoch: 20_000)

    private static func scan(_ text: String, birthDate: CalendarDay? = nil) throws(ScanRefusal) -> ScannedTest {
        try ScannedTest(text, birthDate: birthDate, today: today)
    }

    private static func rapid(_ json: String, version: String = "1") -> String {
        "https://s.coronawarn.app?v=\(version)#\(Base64URL.encode(json.utf8))"
    }

    @Test("a laboratory's code gives the contract's hash, as an address or alone")
    func laboratory() throws {
        for text in ["https://localhost/?\(Self.code)", Self.code] {
            let test = try Self.scan(text)
            #expect(test.kind == .pcr && test.identifier.exposedText == Self.hash)
            #expect(test.birthDateIdentifier == nil && test.sampledAt == nil)
        }
        let lower = try Self.scan(Self.code.lowercased())
        #expect(lower.identifier.exposedText != Self.hash, "the text is hashed exactly as scanned")
    }

    @Test(
        "a birth date gives the contract's second hash",
        arguments: [
            (code, "2000-01-01", "xfa760e171f000ef5a7f863ab180f6f6e8185c4890224550395281d839d85458"),
            (
                "F1EE0D-F1EE0D4D-4346-4B63-B9CF-1522D9200915", "1995-06-07",
                "x4a7788ef394bc7d52112014b127fe2bf142c51fe1bbb385214280e9db670193"
            ),
        ]
    )
    func birthDate(code: String, date: String, hash: String) throws {
        let day = try #require(CalendarDay(iso: date))
        #expect(try Self.scan(code, birthDate: day).birthDateIdentifier?.exposedText == hash)
    }

    @Test("a rapid test's code gives the hash of its hash, and the time of the sample")
    func rapidTest() throws {
        let text = Self.rapid(#"{"fn":"A","ln":"B","dob":"1990-01-01","timestamp":1618563782,"hash":"\#(Self.hash)"}"#)
        let test = try Self.scan(text)
        #expect(test.kind == .rapid && test.sampledAt == UnixTime(1_618_563_782))
        let identifier = try #require(TestIdentifier(rapidTest: Self.hash))
        #expect(test.identifier == identifier)
        #expect(!String(reflecting: test).contains("1990"), "nothing else of the code is kept")
    }

    @Test("a rapid test without a time is one, too")
    func rapidTestWithoutTime() throws {
        #expect(try Self.scan(Self.rapid(#"{"hash":"\#(Self.hash)"}"#)).sampledAt == nil)
    }

    @Test("every refusal has its reason")
    func refusals() throws {
        let long = "https://localhost/?" + String(repeating: "0", count: ScannedTest.maxLength)
        let cases: [(String, ScanRefusal)] = [
            (long, .tooLong),
            ("", .otherCode),
            ("https://example.org/?\(Self.code)", .otherCode),
            ("hello", .otherCode),
            ("https://localhost/?\(Self.code.dropLast())", .malformed),
            ("https://localhost/?\(Self.code)0", .malformed),
            ("https://localhost/?", .malformed),
            (Self.rapid(#"{"hash":"\#(Self.hash)"}"#, version: "2"), .otherVersion),
            (Self.rapid(#"{"hash":"\#(Self.hash)"}"#, version: "11"), .malformed),
            (Self.rapid(#"{"hash":"\#(Self.hash.dropLast())"}"#), .malformed),
            (Self.rapid(#"{"hash":1}"#), .malformed),
            (Self.rapid(#"{"timestamp":1618563782}"#), .malformed),
            (Self.rapid(#"{"hash":"\#(Self.hash)","timestamp":-1}"#), .malformed),
            (Self.rapid("[]"), .malformed),
            ("https://s.coronawarn.app?v=1#%%%", .malformed),
            ("https://s.coronawarn.app?v=1", .malformed),
        ]
        for (text, refusal) in cases {
            #expect(throws: refusal, "\(text.prefix(60))") { try Self.scan(text) }
        }
    }

    @Test("a birth date is that of somebody who lives, and belongs to a laboratory's test")
    func birthDates() throws {
        #expect(throws: Never.self) { try Self.scan(Self.code, birthDate: Self.today) }
        #expect(throws: ScanRefusal.impossibleBirthDate) {
            try Self.scan(Self.code, birthDate: Self.today.advanced(byDays: 1))
        }
        #expect(throws: Never.self) { try Self.scan(Self.code, birthDate: Self.today.advanced(byDays: -47_482)) }
        #expect(throws: ScanRefusal.impossibleBirthDate) {
            try Self.scan(Self.code, birthDate: Self.today.advanced(byDays: -47_483))
        }
        let rapid = Self.rapid(#"{"hash":"\#(Self.hash)"}"#)
        #expect(throws: ScanRefusal.birthDateNotAsked) { try Self.scan(rapid, birthDate: Self.today) }
    }

    @Test("a text of exactly the maximum length is read")
    func maxLength() {
        let text = String(repeating: "a", count: ScannedTest.maxLength)
        #expect(throws: ScanRefusal.otherCode) { try Self.scan(text) }
        #expect(throws: ScanRefusal.tooLong) { try Self.scan(text + "a") }
    }

    @Test("any text is refused or read, and never ends the app")
    func anyText() {
        var generator = SeededGenerator(seed: 1)
        let beginnings = ["", "https://localhost/?", "https://s.coronawarn.app?v=1#", "https://s.coronawarn.app?v="]
        for _ in 0..<5000 {
            let characters = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
                Character(Unicode.Scalar(UInt8.random(in: 32...126, using: &generator)))
            }
            let text = (beginnings.randomElement(using: &generator) ?? "") + String(characters)
            _ = try? Self.scan(text)
        }
    }

    @Test("the file holds a test as it was")
    func file() throws {
        let test = try Self.scan(Self.code, birthDate: CalendarDay(daysSinceEpoch: 100))
        #expect(try JSONDecoder().decode(ScannedTest.self, from: JSONEncoder().encode(test)) == test)
    }
}
