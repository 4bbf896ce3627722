import ClientKit
import CoronaWarnConfiguration
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import PhoneSimulation
import RiskModels
import Testing

@testable import CoronaWarnClient

@Suite("A check of the gathered packages")
struct ExposureCheckTests {
    /// The evidence of a check that succeeds.
    private static func windows(_ outcome: CheckOutcome) throws -> [ExposureWindow] {
        guard case .windows(let windows) = outcome.evidence else {
            throw ExposureFrameworkError.diskIO
        }
        return windows
    }

    private static func isNothingNew(_ outcome: CheckOutcome) -> Bool {
        if case .nothingNew = outcome.evidence { true } else { false }
    }

    @Test("an encounter warns by the second calculation, with its day and why")
    func windows() async throws {
        let phone = try await SamplePhone()
        let package = try await phone.gather([phone.meet(seed: 10)], hour: 9)
        let parameters = try SampleRisk.parameters()
        let outcome = try await phone.check([package], parameters)
        #expect(outcome.failure == nil && outcome.handedOver == [package])
        let (history, news) = SampleRisk.history(try #require(outcome.evidence), parameters)
        #expect(news.isNotified)
        #expect(history.level(on: SampleRisk.today) == .high)
        #expect(history.finding?.days.map(\.date) == [SampleRisk.today])
        #expect(history.finding?.reasons.first?.exposures.isEmpty == false)
        #expect(phone.owner.alerts == 1)
    }

    @Test(
        "the same encounter warns by the first calculation, in both forms",
        arguments: [RiskCalculation.normalisedScore, .scoreProduct]
    )
    func scores(calculation: RiskCalculation) async throws {
        let phone = try await SamplePhone()
        let package = try await phone.gather([phone.meet(seed: 10)], hour: 9)
        let parameters = try SampleRisk.parameters { $0.riskCalculation = calculation }
        let evidence = try await phone.check([package], parameters).evidence
        let (history, news) = SampleRisk.history(try #require(evidence), parameters)
        #expect(news.isNotified)
        #expect(history.level(on: SampleRisk.today) == .high)
        #expect(history.finding?.reasons.first?.date == SampleRisk.today)
    }

    @Test("several packages go over in one call, and a stranger's keys alert nobody")
    func together() async throws {
        let phone = try await SamplePhone(detections: 1, windows: 1)
        let met = try await phone.meet(seed: 10)
        let stranger = try await SamplePhone().meet(seed: 11)
        let packages = [
            try await phone.gather([stranger], hour: 7), try await phone.gather([met], hour: 8),
            try await phone.gather([stranger], hour: 9),
        ]
        let outcome = try await phone.check(packages, try SampleRisk.parameters())
        #expect(outcome.failure == nil && outcome.handedOver == packages)
        #expect(try Self.windows(outcome).isEmpty == false)

        let other = try await SamplePhone()
        let nothing = try await other.check([other.gather([stranger], hour: 9)], try SampleRisk.parameters())
        #expect(Self.isNothingNew(nothing), "it reads no windows without need")
        #expect(other.owner.alerts == 0)
    }

    @Test("the framework's limit postpones and drops nothing")
    func rateLimit() async throws {
        let phone = try await SamplePhone(detections: 1, windows: 6)
        let parameters = try SampleRisk.parameters()
        let first = try await phone.gather([phone.meet(seed: 10)], hour: 8)
        _ = try await phone.check([first], parameters)
        let second = try await phone.gather([phone.meet(seed: 11)], hour: 9)
        let refused = try await phone.check([second], parameters)
        #expect(refused.failure == .rateLimited && refused.handedOver.isEmpty && refused.damaged.isEmpty)
        #expect(refused.evidence == nil)
        phone.clock.advance(bySeconds: UnixTime.secondsPerDay)
        let later = try await phone.check([second], parameters)
        #expect(later.handedOver == [second])
        #expect(try Self.windows(later).count >= 2, "both encounters")
    }

    @Test("packages that went over before the limit of windows leave a debt, which a later check pays")
    func debt() async throws {
        let phone = try await SamplePhone(detections: 20, windows: 1)
        let parameters = try SampleRisk.parameters()
        _ = try await phone.check([try await phone.gather([phone.meet(seed: 10)], hour: 8)], parameters)
        let package = try await phone.gather([phone.meet(seed: 11)], hour: 9)
        let refused = try await phone.check([package], parameters)
        #expect(refused.failure == .rateLimited)
        #expect(refused.handedOver == [package], "the framework has its keys")
        var (pacing, generator) = (DetectionPacing(), SeededGenerator(seed: 1))
        pacing.record(refused, at: phone.clock.now(), using: &generator)
        #expect(pacing.owesAssessment)
        phone.clock.advance(bySeconds: UnixTime.secondsPerDay)
        let paid = try await phone.check([], parameters, owesAssessment: pacing.owesAssessment)
        #expect(try Self.windows(paid).count >= 2)
    }

    @Test("a damaged file costs only its package, which comes again")
    func damaged() async throws {
        let phone = try await SamplePhone()
        let good = try await phone.gather([phone.meet(seed: 10)], hour: 7)
        var damaged: [GatheredPackage] = []
        for hour in [8, 9] {
            damaged.append(try await phone.gather([phone.meet(seed: UInt64(hour))], hour: hour))
        }
        var bytes = try #require(try phone.storage.read(damaged[0].files[0].name))
        bytes[bytes.count / 2] ^= 1
        try phone.storage.replace(damaged[0].files[0].name, with: bytes)
        try phone.storage.delete(damaged[1].files[0].name)
        let outcome = try await phone.check([good] + damaged, try SampleRisk.parameters())
        #expect(outcome.failure == nil && outcome.handedOver == [good] && outcome.damaged == damaged)
    }

    @Test("nothing new is a check while the framework is at work, and none while it is off")
    func nothing() async throws {
        let phone = try await SamplePhone()
        let parameters = try SampleRisk.parameters()
        #expect(Self.isNothingNew(try await phone.check([], parameters)))
        try await phone.framework.disable()
        let outcome = try await phone.check([], parameters)
        #expect(outcome.failure == .serviceDisabled && outcome.evidence == nil)
    }

    @Test("a check that was interrupted before its outcome was recorded gives the same again")
    func again() async throws {
        let phone = try await SamplePhone()
        let package = try await phone.gather([phone.meet(seed: 10)], hour: 9)
        for calculation in RiskCalculation.allCases {
            let parameters = try SampleRisk.parameters { $0.riskCalculation = calculation }
            var findings: [RiskFinding?] = []
            for _ in 0..<2 {
                let evidence = try await phone.check([package], parameters).evidence
                findings.append(SampleRisk.history(try #require(evidence), parameters).0.finding)
            }
            #expect(findings[0] == findings[1])
            #expect(findings[0]?.level(on: SampleRisk.today) == .high)
        }
    }

    @Test("a key of a low level is no risk, whatever the minutes", arguments: [1, 2])
    func lowLevel(level: Int) async throws {
        let phone = try await SamplePhone()
        let package = try await phone.gather([phone.meet(seed: 10, minutes: 60, level: level)], hour: 9)
        let parameters = try SampleRisk.parameters()
        let evidence = try await phone.check([package], parameters).evidence
        let (history, _) = SampleRisk.history(try #require(evidence), parameters)
        #expect(history.level(on: SampleRisk.today) == .none)
    }
}
