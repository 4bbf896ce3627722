import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The pauses between calls of the framework")
struct DetectionPacingTests {
    private static let start = UnixTime(1_795_255_200)
    private static let package = GatheredPackage(slot: .day(start.utcDay), region: "DE", files: [])

    private static func outcome(
        handsOver: Bool,
        evidence: RiskHistory.Evidence? = nil,
        failure: ExposureFrameworkError? = nil
    ) -> CheckOutcome {
        CheckOutcome(handedOver: handsOver ? [package] : [], evidence: evidence, failure: failure)
    }

    @Test("a call follows another after a day's part, by the configuration", arguments: [1, 6, 24])
    func pauses(maxPerDay: Int) {
        var generator = SeededGenerator(seed: 1)
        var pacing = DetectionPacing()
        #expect(pacing.permits(at: Self.start, maxPerDay: maxPerDay))
        pacing.record(Self.outcome(handsOver: true, evidence: .nothingNew), at: Self.start, using: &generator)
        let next = Self.start.advanced(bySeconds: 86_400 / Int64(maxPerDay))
        #expect(pacing.next(after: Self.start, maxPerDay: maxPerDay) == next)
        #expect(!pacing.permits(at: next.advanced(bySeconds: -1), maxPerDay: maxPerDay))
        #expect(pacing.permits(at: next, maxPerDay: maxPerDay))
    }

    @Test("a check without packages makes no call, so it delays none")
    func emptyCheck() {
        var generator = SeededGenerator(seed: 1)
        var pacing = DetectionPacing()
        pacing.record(Self.outcome(handsOver: false, evidence: .nothingNew), at: Self.start, using: &generator)
        #expect(pacing.permits(at: Self.start, maxPerDay: 6))
        #expect(pacing.lastCall == nil)
    }

    @Test("a refused call postpones the next, longer each time, and drops nothing")
    func rateLimit() {
        var generator = SeededGenerator(seed: 1)
        var pacing = DetectionPacing()
        for number in 0..<8 {
            pacing.record(Self.outcome(handsOver: false, failure: .rateLimited), at: Self.start, using: &generator)
            let wait = pacing.next(after: Self.start, maxPerDay: 6).seconds(since: Self.start)
            let full = min(Int64(1800) << Int64(number), 21_600)
            #expect(wait >= full / 2 && wait <= full)
        }
        #expect(!pacing.owesAssessment)
    }

    @Test("packages that were handed over without an assessment leave a debt, which an assessment pays")
    func debt() {
        var generator = SeededGenerator(seed: 1)
        var pacing = DetectionPacing()
        pacing.record(Self.outcome(handsOver: true, failure: .rateLimited), at: Self.start, using: &generator)
        #expect(pacing.owesAssessment)
        #expect(pacing.lastCall == Self.start)
        let later = Self.start.advanced(bySeconds: 20_000)
        pacing.record(Self.outcome(handsOver: false, evidence: .windows([])), at: later, using: &generator)
        #expect(!pacing.owesAssessment)
        #expect(pacing.lastCall == later, "reading windows is a call")
        pacing.owe()
        #expect(pacing.owesAssessment)
    }

    @Test("what the owner has switched off delays nothing")
    func switchedOff() {
        for failure in ExposureFrameworkError.allCases {
            var generator = SeededGenerator(seed: 1)
            var pacing = DetectionPacing()
            pacing.record(Self.outcome(handsOver: false, failure: failure), at: Self.start, using: &generator)
            let isPostponed = !pacing.permits(at: Self.start, maxPerDay: 6)
            #expect(
                isPostponed == [.rateLimited, .temporarilyDisabled, .diskIO, .incompleteExports].contains(failure)
            )
        }
    }

    @Test("a clock that was set back delays no call for long")
    func clock() {
        var generator = SeededGenerator(seed: 1)
        var pacing = DetectionPacing()
        pacing.record(Self.outcome(handsOver: true, evidence: .nothingNew), at: Self.start, using: &generator)
        let back = Self.start.advanced(bySeconds: -3 * UnixTime.secondsPerDay)
        #expect(pacing.permits(at: back, maxPerDay: 6))
    }

    @Test("the file holds the pauses")
    func file() throws {
        var generator = SeededGenerator(seed: 1)
        var pacing = DetectionPacing()
        pacing.record(Self.outcome(handsOver: true, failure: .rateLimited), at: Self.start, using: &generator)
        #expect(try JSONDecoder().decode(DetectionPacing.self, from: JSONEncoder().encode(pacing)) == pacing)
    }
}
