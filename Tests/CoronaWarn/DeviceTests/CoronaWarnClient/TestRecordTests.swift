import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("What the phone knows of a test")
struct TestRecordTests {
    private var record: TestRecord

    init() throws { record = try Self.record() }

    private static let start = UnixTime(1_795_255_200)
    private static let day = UnixTime.secondsPerDay

    private static func record() throws -> TestRecord {
        let test = try ScannedTest("E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B", today: start.utcDay)
        return TestRecord(scanned: test, registeredAt: start)
    }

    private static func answer(_ code: Int, sampledAt: UnixTime = start) -> TestResultAnswer {
        TestResultAnswer(code: code, sampleCollection: Int(sampledAt.seconds))
    }

    @Test(
        "each code has its card, PCR and rapid tests alike",
        arguments: [TestCard.pending, .negative, .positive, .invalid, .redeemed].enumerated().map { ($0, $1) }
    )
    func codes(code: Int, card: TestCard) throws {
        for code in [code, code + 5] {
            var record = try Self.record()
            let isNew = record.told(Self.answer(code), at: Self.start)
            #expect(isNew == (card != .pending))
            #expect(record.card(at: Self.start) == card && record.permitsUpload == (card == .positive))
            #expect(record.source == (code < 5 ? .pcr : .rapid))
        }
    }

    @Test("a test at the point of care counts as a PCR test")
    mutating func pointOfCare() throws {
        _ = record.told(Self.answer(12), at: Self.start)
        #expect(record.result == TestResultCode(kind: .pcr, outcome: .positive))
    }

    @Test("the same answer again is nothing new")
    mutating func repetition() throws {
        #expect(record.card(at: Self.start) == .pending)
        let pending = record.told(Self.answer(0), at: Self.start)
        let first = record.told(Self.answer(1), at: Self.start.advanced(bySeconds: 10))
        let second = record.told(Self.answer(1), at: Self.start.advanced(bySeconds: 20))
        #expect(!pending && first && !second)
        #expect(record.toldAt == Self.start.advanced(bySeconds: 10))
    }

    @Test("a final result never turns into another one, except that it is redeemed")
    func finality() throws {
        for (first, second, isAllowed) in [
            (1, 2, false), (2, 1, false), (2, 0, false), (4, 2, false), (1, 4, true), (2, 4, true),
            (3, 1, true), (3, 2, true), (3, 0, false), (0, 2, true),
        ] {
            var record = try Self.record()
            _ = record.told(Self.answer(first), at: Self.start)
            _ = record.told(Self.answer(second), at: Self.start)
            #expect(record.result?.code == (isAllowed ? second : first), "\(first) to \(second)")
        }
    }

    @Test("the phone asks while a result may come: pending, or a test that may be repeated")
    mutating func asking() throws {
        for (code, asks) in [(0, true), (1, false), (2, false), (3, true), (4, false), (5, true), (8, true)] {
            var record = try Self.record()
            _ = record.told(Self.answer(code), at: Self.start)
            #expect(record.asks(at: Self.start) == asks, "\(code)")
        }
        #expect(record.asks(at: Self.start.advanced(bySeconds: TestRecord.sessionLife - 1)))
        #expect(!record.asks(at: Self.start.advanced(bySeconds: TestRecord.sessionLife)))
        record.tokenRefused(at: Self.start)
        #expect(!record.asks(at: Self.start))
    }

    @Test("a teleTAN's test is positive and asks nothing")
    func teleTAN() {
        let record = TestRecord(teleTANAt: Self.start)
        #expect(record.card(at: Self.start) == .positive && record.permitsUpload)
        #expect(!record.asks(at: Self.start) && record.source == .pcr)
    }

    @Test("a refused token of a young test is lost, and of an old one the result is redeemed")
    func refusedToken() throws {
        for (age, card) in [(Self.day, TestCard.lost), (21 * Self.day - 1, .lost), (21 * Self.day, .redeemed)] {
            var record = try Self.record()
            record.tokenRefused(at: Self.start.advanced(bySeconds: age))
            record.tokenRefused(at: Self.start.advanced(bySeconds: age + 30 * Self.day))
            #expect(record.card(at: Self.start.advanced(bySeconds: age)) == card)
        }
        var positive = try Self.record()
        _ = positive.told(Self.answer(2), at: Self.start)
        positive.tokenRefused(at: Self.start)
        #expect(positive.card(at: Self.start) == .positive, "what was told stays")
    }

    @Test("a rapid test's negative result is outdated 48 hours after the sample")
    mutating func outdated() throws {
        _ = record.told(Self.answer(6, sampledAt: Self.start.advanced(bySeconds: -Self.day)), at: Self.start)
        #expect(record.card(at: Self.start.advanced(bySeconds: Self.day - 1)) == .negative)
        #expect(record.card(at: Self.start.advanced(bySeconds: Self.day)) == .outdated)
        var laboratory = try Self.record()
        _ = laboratory.told(Self.answer(1), at: Self.start)
        #expect(laboratory.card(at: Self.start.advanced(bySeconds: 6 * Self.day)) == .negative)
    }

    @Test("a result without consequence goes after a week, every other with the server's session")
    func over() throws {
        for (code, isShort) in [(0, false), (1, true), (2, false), (3, false), (4, true), (6, true)] {
            var record = try Self.record()
            _ = record.told(Self.answer(code), at: Self.start)
            #expect(!record.isOver(at: Self.start.advanced(bySeconds: 7 * Self.day - 1)))
            #expect(record.isOver(at: Self.start.advanced(bySeconds: 7 * Self.day)) == isShort, "\(code)")
            #expect(record.isOver(at: Self.start.advanced(bySeconds: 21 * Self.day)))
        }
    }

    @Test("the file holds a record as it was")
    mutating func file() throws {
        _ = record.told(Self.answer(7), at: Self.start)
        record.tokenRefused(at: Self.start)
        #expect(try JSONDecoder().decode(TestRecord.self, from: JSONEncoder().encode(record)) == record)
    }
}
