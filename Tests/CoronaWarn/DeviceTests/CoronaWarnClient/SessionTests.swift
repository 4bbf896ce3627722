import ClientKit
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import PhonePorts
import RiskModels
import Testing
import WireFormat

@testable import CoronaWarnClient

@Suite("Downloads and detections")
struct SessionTests {
    private var world: PhoneWorld

    init() throws { world = try TestFlowTests.world() }

    /// A window of thirty minutes near a person with a confirmed test.
    static func window(on day: CalendarDay, minutes: Int = 30) -> ExposureWindow {
        let scan = ScanInstance(typicalAttenuation: 40, minimumAttenuation: 40, secondsSinceLastScan: 300)
        return SampleRisk.window(on: day, scans: Array(repeating: scan, count: minutes / 5))
    }

    private static let first = PackageHour(containing: PhoneWorld.start)

    private static func hours(_ count: Int) -> Set<PackageHour> { Set(first.through(first.advanced(by: count))) }

    @Test("happen every hour, and packages between two permitted detections are handed over together")
    mutating func together() throws {
        world.hoursOnOffer = Self.hours(48)
        world.run(hours: 48)
        #expect((46...49).contains(world.count(.download)))
        let detections = world.detections
        #expect((9...13).contains(detections.count), "\(detections.count)")
        for (earlier, later) in zip(detections, detections.dropFirst()) {
            #expect(later.time.seconds(since: earlier.time) >= 14_400)
        }
        let packages = detections.reduce(world.state.session.progress.gathered.count) { $0 + $1.packages }
        #expect((46...48).contains(packages), "each package once")
        #expect(detections.dropFirst().allSatisfy { (3...6).contains($0.packages) })
    }

    @Test("that the framework refuses are postponed, and nothing is dropped")
    mutating func rateLimit() throws {
        world.hoursOnOffer = Self.hours(24)
        world.refusesDetections = true
        world.run(hours: 25)
        #expect(world.state.session.progress.gathered.count >= 23)
        world.refusesDetections = false
        world.restart()
        world.run(hours: 10)
        #expect(world.state.session.progress.gathered.isEmpty)
        #expect(world.count(.detection(packages: 24)) + world.count(.detection(packages: 25)) == 1)
    }

    @Test("catch up with everything after the phone was off")
    mutating func catchUp() throws {
        world.hoursOnOffer = Self.hours(24 * 5)
        world.now = world.now.advanced(bySeconds: 5 * 86_400)
        world.restart()
        world.run(hours: 2)
        #expect(world.detections.count { $0.packages >= 5 * 24 - 1 } == 1)
    }

    @Test("are tried again after a growing pause if the server does not answer, and no level is lost")
    mutating func unreachable() throws {
        world.run(hours: 3)
        world.events = []
        world.downloadFailure = .transport(.unreachable)
        world.run(hours: 12)
        let times = world.times { $0 == .download }
        #expect(times.count > 12, "the first retries come sooner than the next hour")
        #expect(times.count < 40)
        world.downloadFailure = nil
        world.run(hours: 2)
        #expect(try world.risk.status == .low(nil))
        #expect(world.state.session.problem == nil)
    }

    @Test("fetch a package that failed again after growing pauses; the others continue without it")
    mutating func failedPackage() throws {
        world.hoursOnOffer = Self.hours(30)
        let failing = Self.first.advanced(by: 2)
        world.failingHours = [failing]
        world.run(hours: 8)
        #expect((9...24).contains(world.count(.download)), "\(world.count(.download)) downloads")
        #expect(world.detections.reduce(0) { $0 + $1.packages } >= 2)
        world.downloadFailure = .transport(.unreachable)
        world.events = []
        world.run(hours: 6)
        #expect(world.count(.download) < 20, "a silent server is not asked without end")
        (world.downloadFailure, world.failingHours) = (nil, [])
        world.run(hours: 14)
        #expect(!world.state.session.progress.isFinished(.hour(failing.advanced(by: 40))))
        #expect(world.state.session.progress.isFinished(.hour(failing)))
    }

    @Test("drop gathered packages that the configuration revokes")
    mutating func revoked() throws {
        world.hoursOnOffer = Self.hours(6)
        world.refusesDetections = true
        world.run(hours: 4)
        let package = try #require(world.state.session.progress.gathered.first)
        let (date, hour) = ("\(package.slot.start.utcDay)", package.slot.hours.first?.hourOfDay)
        let tag = package.files[0].entityTag
        world.configuration.revokedPackages = [RevokedPackage(region: "DE", date: date, hour: hour, entityTag: tag)]
        world.run(hours: 2)
        #expect(!world.state.session.progress.gathered.contains { $0.slot == package.slot })
    }

    @Test("wait for the onboarding, and go on after it")
    func onboarding() throws {
        var world = try PhoneWorld(seed: 1)
        world.downloadFailure = .transport(.unreachable)
        world.send(.launched(inForeground: true))
        let failure: DownloadProblem? = if case .settingUp(let facts) = world.screen { facts.failure } else { nil }
        #expect(failure == .noConnection)
        world.downloadFailure = nil
        world.send(.retryConfiguration)
        let step: OnboardingStep? = if case .onboarding(let facts) = world.screen { facts.step } else { nil }
        #expect(step == .welcome)
        #expect(world.scheduled[.traffic] == nil)
        world.onboard()
        #expect(world.scheduled[.traffic] != nil && world.scheduled[.session] != nil)
    }

    @Test("of a high day notify once, and the level has its date and reasons")
    mutating func highRisk() throws {
        world.hoursOnOffer = Self.hours(48)
        world.run(hours: 6)
        let day = world.now.utcDay
        world.windows = [Self.window(on: day)]
        world.run(hours: 24)
        #expect(world.count(.notice(.riskChanged)) == 1)
        let risk = try world.risk
        #expect(risk.status == .high(day) && risk.finding?.reasons.first?.exposures.isEmpty == false)
    }

    @Test("of a high day below the threshold show the level without a notification")
    mutating func threshold() throws {
        world.configuration.notifyFromMinutes = 100
        world.hoursOnOffer = Self.hours(48)
        world.run(hours: 3)
        let day = world.now.utcDay
        world.windows = [Self.window(on: day)]
        world.run(hours: 24)
        #expect(world.count(.notice(.riskChanged)) == 0)
        #expect(try world.risk.status == .high(day))
    }

    @Test("that do not come lead to a notice after 36 hours, and to an unknown level after 48")
    mutating func silence() throws {
        world.run(hours: 2)
        world.downloadFailure = .transport(.unreachable)
        let last = try #require(world.state.risk.history.lastDetection)
        world.run(until: last.advanced(bySeconds: 36 * 3600 - 1))
        #expect(world.count(.notice(.noDetection)) == 0)
        world.run(until: last.advanced(bySeconds: 36 * 3600))
        #expect(world.count(.notice(.noDetection)) == 1)
        world.restart()
        world.run(until: last.advanced(bySeconds: 48 * 3600))
        #expect(world.count(.notice(.noDetection)) == 1, "once for each silence")
        #expect(try world.risk.status == .outdated(since: last))
        world.downloadFailure = nil
        world.run(hours: 5)
        #expect(try world.risk.status == .low(nil))
    }

    @Test("stop while the service is off, and the level is inactive")
    mutating func inactive() throws {
        world.run(hours: 30)
        #expect(try world.risk.activeDays == 1)
        world.framework.status = .inactivated
        let off = world.now
        world.act(.setService(isOn: false))
        world.events = []
        world.run(hours: 40)
        #expect(world.detections.isEmpty)
        #expect(try world.risk.status == .inactive(since: off))
        #expect(world.count(.notice(.noDetection)) == 0, "the owner knows")
    }
}
