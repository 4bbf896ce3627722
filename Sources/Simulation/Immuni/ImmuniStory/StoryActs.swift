import ExposurePrimitives
import ImmuniAPI
import ImmuniClient
import ImmuniDemoServers
import PhoneSimulation
import RiskModels
import StoryKit

/// The acts of the story.
struct StoryActs {
    let cast: Cast
    let options: StoryOptions

    private var narrator: Narrator { cast.narrator }
    private var clock: StoryClock { cast.clock }

    func play() async throws -> StoryOutcome {
        var radio = StoryRadio(options: options, clock: clock)
        try await onboard()
        try await liveApart(&radio)
        let links = await meet(&radio)
        var outcome = StoryOutcome(minutes: options.minutes, uploadedKeyCount: try await testPositive())
        try await publish()
        for link in links {
            outcome.listeners.append(try await detect(cast.phones[link.listener], link: link))
        }
        outcome.analytics = try await tellAuthority()
        return outcome
    }

    private func onboard() async throws {
        narrator.step("Anna, Bruno and Carla install the app.")
        for phone in cast.phones {
            try await phone.settleIn(region: .lazio, province: Cast.province)
        }
    }

    private func liveApart(_ radio: inout StoryRadio) async throws {
        narrator.step(
            """
            For two days they live far apart; their phones broadcast, and nobody is near to listen. Bruno's and Carla's look for \
            exposures, and after each detection they ask for a random token, until the server has authorised it: by \
            DeviceCheck, whose server is emulated here, once a month for a device.
            """
        )
        for day in -2..<0 {
            await radio.liveApart(cast.devices, day: day)
            clock.move(to: options.time(day: day, hour: 13))
            for phone in cast.phones.dropFirst() {
                _ = try await phone.detect()
            }
            await cast.servers.system.waitForAuthorisations()
        }
    }

    /// The signals that the other phones received from Anna's.
    private func meet(_ radio: inout StoryRadio) async -> [SimulatedRadio.Link] {
        narrator.step(
            """
            \(options.meeting): Anna and Bruno sit \(Cast.metres[1]) m apart for \(options.minutes) minutes; Carla stands \
            \(Cast.metres[2]) m away. The radio's seed is \(options.seed).
            """
        )
        return await radio.meet(cast.devices, at: Cast.metres)
    }

    private func testPositive() async throws -> Int {
        clock.move(to: clock.now().advanced(bySeconds: 2 * 3600))
        narrator.step("\(clock.now()): Anna tests positive and telephones with a Healthcare Operator.")
        let otp = try await cast.anna.showCode()
        narrator.detail("Anna's phone shows the code \(otp.exposedGroups); the operator authorises it.")
        try await cast.healthcareOperator.authorise(otp, symptomsStartedOn: options.day.advanced(byDays: -1))
        let keyCount = try await cast.anna.upload()
        narrator.detail("Uploaded \(keyCount) keys; both requests have the same size on the wire.")
        return keyCount
    }

    private func publish() async throws {
        clock.move(to: options.time(day: 1, hour: 2).advanced(bySeconds: 600))
        narrator.step(
            """
            The clock moves to \(clock.now()): Anna's last key is out of use since midnight, and the two hours \
            are over for which phones would still believe a replay. The publication job runs.
            """
        )
        try await cast.servers.publishNow()
    }

    private func detect(_ phone: StoryPhone, link: SimulatedRadio.Link) async throws -> StoryOutcome.Listener {
        narrator.step("\(phone.name)'s phone looks for exposures.")
        let report = try await phone.detect()
        tell(of: report)
        phone.screen.tell()
        return StoryOutcome.Listener(
            name: phone.name,
            link: link,
            report: report,
            isNotified: !phone.screen.shown.isEmpty
        )
    }

    private func tell(of report: DetectionReport) {
        for chunk in report.chunks {
            let size = Narrator.grouped(chunk.byteCount)
            narrator.detail("TEK Chunk \(chunk.index): signature right, \(chunk.keyCount) keys in \(size) bytes.")
        }
        if let summary = report.summary {
            narrator.detail(
                "Matching keys: \(summary.matchedKeyCount); highest Total Risk Score: \(summary.maximumRiskScore)."
            )
        }
        for info in report.infos {
            narrator.detail(
                "Exposure Info: \(info.duration / 60) minutes at a mean attenuation of \(info.attenuationValue) dB."
            )
        }
    }
}
