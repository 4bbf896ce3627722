import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The pauses between calls of the framework")
struct DetectionPacingTests {
    private var generator = SeededGenerator(seed: 1)
    private var pacing = DetectionPacing()
    private static let start = UnixTime(1_795_255_200)
    private static let package = GatheredPackage(slot: .day(start.utcDay), region: "DE", files: [])

    private mutating func record(_ packages: [GatheredPackage], _ evidence: RiskHistory.Evidence?, at time: UnixTime) {
        pacing.record(CheckOutcome(handedOver: packages, evidence: evidence), at: time, using: &generator)
    }

    private mutating func record(_ packages: [GatheredPackage], _ failure: ExposureFrameworkError) {
        pacing.record(CheckOutcome(handedOver: packages, failure: failure), at: Self.start, using: &generator)
    }

    @Test("a call follows another after a day's part, by the configuration", arguments: [1, 6, 24])
    mutating func pauses(maxPerDay: Int) {
        #expect(pacing.permits(at: Self.start, maxPerDay: maxPerDay))
        record([Self.package], .nothingNew, at: Self.start)
        let next = Self.start.advanced(bySeconds: 86_400 / Int64(maxPerDay))
        #expect(pacing.next(after: Self.start, maxPerDay: maxPerDay) == next)
        #expect(!pacing.permits(at: next.advanced(bySeconds: -1), maxPerDay: maxPerDay))
        #expect(pacing.permits(at: next, maxPerDay: maxPerDay))
    }

    @Test("a check without packages makes no call, so it delays none")
    mutating func emptyCheck() {
        record([], .nothingNew, at: Self.start)
        #expect(pacing.permits(at: Self.start, maxPerDay: 6) && pacing.lastCall == nil)
    }

    @Test("a refused call postpones the next, longer each time, and drops nothing")
    mutating func rateLimit() {
        for number in 0..<8 {
            record([], .rateLimited)
            let wait = pacing.next(after: Self.start, maxPerDay: 6).seconds(since: Self.start)
            let full = min(Int64(1800) << Int64(number), 21_600)
            #expect(wait >= full / 2 && wait <= full)
        }
        #expect(!pacing.owesAssessment)
    }

    @Test("packages that were handed over without an assessment leave a debt, which an assessment pays")
    mutating func debt() {
        record([Self.package], .rateLimited)
        #expect(pacing.owesAssessment && pacing.lastCall == Self.start)
        let later = Self.start.advanced(bySeconds: 20_000)
        record([], .windows([]), at: later)
        #expect(!pacing.owesAssessment)
        #expect(pacing.lastCall == later, "reading windows is a call")
        pacing.owe()
        #expect(pacing.owesAssessment)
    }

    @Test("what the owner has switched off delays nothing", arguments: ExposureFrameworkError.allCases)
    mutating func switchedOff(failure: ExposureFrameworkError) {
        record([], failure)
        let delaying: [ExposureFrameworkError] = [.rateLimited, .temporarilyDisabled, .diskIO, .incompleteExports]
        #expect(pacing.permits(at: Self.start, maxPerDay: 6) == !delaying.contains(failure))
    }

    @Test("a clock that was set back delays no call for long")
    mutating func clock() {
        record([Self.package], .nothingNew, at: Self.start)
        #expect(pacing.permits(at: Self.start.advanced(bySeconds: -3 * UnixTime.secondsPerDay), maxPerDay: 6))
    }

    @Test("the file holds the pauses")
    mutating func file() throws {
        record([Self.package], .rateLimited)
        #expect(try JSONDecoder().decode(DetectionPacing.self, from: JSONEncoder().encode(pacing)) == pacing)
    }
}
