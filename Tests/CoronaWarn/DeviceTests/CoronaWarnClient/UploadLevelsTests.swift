import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import GAENCore
import Testing

@testable import CoronaWarnClient

@Suite("The levels of a person's keys")
struct UploadLevelsTests {
    private static let today = CalendarDay(daysSinceEpoch: 20_000)

    /// The contract's table, by age in days (4.2).
    private static let table: [(SymptomAnswer, [Int], Int)] = [
        (.noAnswer, [5, 6, 7, 7, 7, 6, 4, 3, 2, 1, 1, 1, 1, 1, 1], 4000),
        (.noSymptoms, [4, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 3000),
        (.onsetUnknown, [5, 6, 8, 8, 8, 7, 5, 3, 2, 1, 1, 1, 1, 1, 1], 2000),
        (.withinSevenDays, [4, 5, 6, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1], 701),
        (.oneToTwoWeeksAgo, [1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 7, 7, 6, 6, 4], 708),
        (.moreThanTwoWeeksAgo, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5], 715),
    ]

    private static func key(age: Int) throws -> TemporaryExposureKey {
        var generator = SeededGenerator(seed: UInt64(age + 100))
        let interval = IntervalNumber(clamping: today.advanced(byDays: -age).startInUTC)
        return try TemporaryExposureKey.generate(forDayOf: interval, using: &generator)
    }

    /// The level and the code of a key of this age; nil if it is not shared.
    private static func submitted(_ upload: UploadLevels, age: Int) throws -> [Int?]? {
        try upload.submitted(key(age: age)).map { [$0.transmissionRiskLevel, $0.onsetCode?.rawValue] }
    }

    @Test("each answer gives the contract's level and code for each age", arguments: table)
    func answers(answer: SymptomAnswer, levels: [Int], code: Int) throws {
        let upload = UploadLevels(answer, on: Self.today)
        for age in 0...14 {
            #expect(try Self.submitted(upload, age: age) == [levels[age], code - age], "age \(age)")
        }
        #expect(try upload.submitted(Self.key(age: 15)) == nil)
    }

    @Test("an exact day counts from the onset, for every day that can be said")
    func exactDay() throws {
        let levels = [-5: 2, -4: 4, -3: 6, -2: 7, -1: 8, 0: 8, 1: 8, 2: 6, 3: 5, 4: 3, 5: 2, 6: 2]
        for days in 0...21 {
            let upload = UploadLevels(.daysAgo(days), on: Self.today)
            for age in 0...14 {
                #expect(try Self.submitted(upload, age: age) == [levels[days - age] ?? 1, days - age])
            }
        }
    }

    @Test("keys after the answer count as those of its day, and an exact onset goes on counting")
    func later() throws {
        for (answer, levels, code) in Self.table {
            #expect(try Self.submitted(UploadLevels(answer, on: Self.today), age: -3) == [levels[0], code])
        }
        let exact = UploadLevels(.daysAgo(2), on: Self.today)
        #expect(try Self.submitted(exact, age: -3) == [2, 5])
        // Beyond hundred days a code would mean something else.
        #expect(try exact.submitted(Self.key(age: -97))?.onsetCode?.rawValue == 99)
        #expect(try exact.submitted(Self.key(age: -98)) == nil)
    }

    @Test("the launch asks nobody: levels by age, without codes")
    func launch() throws {
        let upload = UploadLevels.launch(on: Self.today)
        for (age, level) in [5, 6, 8, 8, 8, 5, 3, 1, 1, 1, 1, 1, 1, 1, 1].enumerated() {
            #expect(try Self.submitted(upload, age: age) == [level, nil])
        }
        #expect(try upload.submitted(Self.key(age: 15)) == nil)
        #expect(try upload.submitted(Self.key(age: -1))?.transmissionRiskLevel == 5)
    }

    @Test("what a person says becomes an answer; a day in the future does not")
    func statements() {
        let today = Self.today
        let cases: [(SymptomStatement, SymptomAnswer?)] = [
            (.noAnswer, .noAnswer), (.noSymptoms, .noSymptoms), (.symptoms(.unknown), .onsetUnknown),
            (.symptoms(.withinSevenDays), .withinSevenDays), (.symptoms(.oneToTwoWeeksAgo), .oneToTwoWeeksAgo),
            (.symptoms(.moreThanTwoWeeksAgo), .moreThanTwoWeeksAgo), (.symptoms(.day(today)), .daysAgo(0)),
            (.symptoms(.day(today.advanced(byDays: -21))), .daysAgo(21)),
            (.symptoms(.day(today.advanced(byDays: -22))), .moreThanTwoWeeksAgo),
            (.symptoms(.day(today.advanced(byDays: 1))), nil),
        ]
        for (statement, answer) in cases {
            #expect(statement.answer(on: today) == answer)
        }
    }

    @Test("the answer does not print, and the file holds it")
    func secrecy() throws {
        let upload = UploadLevels(.withinSevenDays, on: Self.today)
        #expect("\(upload)" == "<redacted>")
        var dumped = ""
        dump(upload, to: &dumped)
        #expect(!dumped.contains("Seven"))
        #expect(try JSONDecoder().decode(UploadLevels.self, from: JSONEncoder().encode(upload)) == upload)
    }
}
