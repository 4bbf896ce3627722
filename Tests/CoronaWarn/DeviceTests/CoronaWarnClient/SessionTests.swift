import ClientKit
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import GAENCore
import PhonePorts
import RiskModels
import Testing
import WireFormat

@testable import CoronaWarnClient

@Suite("Downloads and detections")
struct SessionTests {
    /// A window of thirty minutes near a person with a confirmed test.
    static func window(on day: CalendarDay, minutes: Int = 30) -> ExposureWindow {
        ExposureWindow(
            date: day,
            reportType: .confirmedTest,
            infectiousness: .high,
            calibrationConfidence: .high,
            scanInstances: (0..<minutes / 5).map { _ in
                ScanInstance(typicalAttenuation: 40, minimumAttenuation: 40, secondsSinceLastScan: 300)
            }
        )
    }

    private static func hours(_ count: Int) -> Set<PackageHour> {
        Set(
            PackageHour(containing: PhoneWorld.start).through(
                PackageHour(containing: PhoneWorld.start).advanced(by: count)
            )
        )
    }

    @Test("happen every hour, and packages between two permitted detections are handed over together")
    func together() throws {
        var world = try TestFlowTests.world()
        world.hoursOnOffer = Self.hours(48)
        world.run(hours: 48)
        #expect((46...49).contains(world.count(.download)))
        let detections = world.events.compactMap { event -> (UnixTime, Int)? in
            if case .detection(let packages) = event.kind { (event.time, packages) } else { nil }
        }
        #expect((9...13).contains(detections.count), "\(detections.count)")
        for (earlier, later) in zip(detections, detections.dropFirst()) {
            #expect(later.0.seconds(since: earlier.0) >= 14_400)
        }
        let packages = detections.reduce(world.state.session.progress.gathered.count) { $0 + $1.1 }
        #expect((46...48).contains(packages), "each package once")
        #expect(detections.dropFirst().allSatisfy { (3...6).contains($0.1) })
    }

    @Test("that the framework refuses are postponed, and nothing is dropped")
    func rateLimit() throws {
        var world = try TestFlowTests.world()
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
    func catchUp() throws {
        var world = try TestFlowTests.world()
        world.hoursOnOffer = Self.hours(24 * 5)
        world.now = world.now.advanced(bySeconds: 5 * 86_400)
        world.restart()
        world.run(hours: 2)
        #expect(world.count { if case .detection(let count) = $0 { count >= 5 * 24 - 1 } else { false } } == 1)
    }

    @Test("are tried again after a growing pause if the server does not answer, and no level is lost")
    func unreachable() throws {
        var world = try TestFlowTests.world()
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
    func failedPackage() throws {
        var world = try TestFlowTests.world()
        world.hoursOnOffer = Self.hours(30)
        let failing = PackageHour(containing: PhoneWorld.start).advanced(by: 2)
        world.failingHours = [failing]
        world.run(hours: 8)
        #expect((9...24).contains(world.count(.download)), "\(world.count(.download)) downloads")
        let packages = world.events.reduce(0) { sum, event in
            if case .detection(let count) = event.kind { sum + count } else { sum }
        }
        #expect(packages >= 2)
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
    func revoked() throws {
        var world = try TestFlowTests.world()
        world.hoursOnOffer = Self.hours(6)
        world.refusesDetections = true
        world.run(hours: 4)
        let package = try #require(world.state.session.progress.gathered.first)
        world.configuration.revokedPackages = [
            RevokedPackage(
                region: "DE",
                date: "\(package.slot.start.utcDay)",
                hour: package.slot.hours.first?.hourOfDay,
                entityTag: package.files[0].entityTag
            )
        ]
        world.run(hours: 2)
        #expect(!world.state.session.progress.gathered.contains { $0.slot == package.slot })
    }

    @Test("wait for the onboarding, and go on after it")
    func onboarding() throws {
        var world = try PhoneWorld(seed: 1)
        world.downloadFailure = .transport(.unreachable)
        world.send(.launched(inForeground: true))
        guard case .settingUp(let facts) = world.screen else {
            Issue.record("\(world.screen)")
            return
        }
        #expect(facts.failure == .noConnection)
        world.downloadFailure = nil
        world.send(.retryConfiguration)
        guard case .onboarding(let first) = world.screen else {
            Issue.record("\(world.screen)")
            return
        }
        #expect(first.step == .welcome)
        #expect(world.scheduled[.traffic] == nil)
        world.onboard()
        #expect(world.scheduled[.traffic] != nil && world.scheduled[.session] != nil)
    }

    @Test("of a high day notify once, and the level has its date and reasons")
    func highRisk() throws {
        var world = try TestFlowTests.world()
        world.hoursOnOffer = Self.hours(48)
        world.run(hours: 6)
        let day = world.now.utcDay
        world.windows = [Self.window(on: day)]
        world.run(hours: 24)
        #expect(world.count(.notice(.riskChanged)) == 1)
        let risk = try world.risk
        #expect(risk.status == .high(day))
        #expect(risk.finding?.reasons.first?.exposures.isEmpty == false)
    }

    @Test("of a high day below the threshold show the level without a notification")
    func threshold() throws {
        var world = try TestFlowTests.world()
        world.configuration.notifyFromMinutes = 100
        world.hoursOnOffer = Self.hours(48)
        world.run(hours: 3)
        world.windows = [Self.window(on: world.now.utcDay)]
        world.run(hours: 24)
        #expect(world.count(.notice(.riskChanged)) == 0)
        guard case .high = try world.risk.status else {
            Issue.record("\(try world.risk.status)")
            return
        }
    }

    @Test("that do not come lead to a notice after 36 hours, and to an unknown level after 48")
    func silence() throws {
        var world = try TestFlowTests.world()
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
    func inactive() throws {
        var world = try TestFlowTests.world()
        world.run(hours: 30)
        #expect(try world.risk.activeDays == 1)
        world.framework.status = .inactivated
        world.act(.setService(isOn: false))
        world.events = []
        world.run(hours: 40)
        #expect(world.count { if case .detection = $0 { true } else { false } } == 0)
        guard case .inactive = try world.risk.status else {
            Issue.record("\(try world.risk.status)")
            return
        }
        #expect(world.count(.notice(.noDetection)) == 0, "the owner knows")
    }
}
