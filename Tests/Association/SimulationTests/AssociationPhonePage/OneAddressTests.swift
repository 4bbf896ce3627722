import AssociationClient
import AssociationDemo
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import HTTPTransport
import PhonePageTesting
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing
import WireFormat

@testable import AssociationPhonePage
@testable import PhonePage

/// The app with the real authority, on a phone that has an app with the exposure framework, too.
@Suite("The association's app beside an app with the framework")
struct OneAddressTests {
    @Test("sends from the framework's address, and from one of its own while the framework is off")
    func address() async throws {
        try await TemporaryFolder.with { folder in
            let clock = CastClock(folder: folder, base: ManualClock(UnixTime(1_795_255_200)))
            let servers = try await AssociationDemoServers.start(with: clock)
            let transport = HTTPPhoneTransport(
                to: PhoneServers([.authority: try #require(ServerURL(servers.publicURL))]),
                timeout: HTTPPhoneTransport.patience,
                trust: servers.phoneTrust
            )
            let cast = PhoneCast(folder: folder, clock: clock)
            let page = try await TrialPage(
                "Anna",
                [
                    HostedAssociationClient(try servers.app(), transport: transport),
                    TrialClient("diary", name: "Diary", usesFramework: true),
                ],
                in: folder,
                clock: clock,
                cast: cast
            )
            let parts = await page.phone.parts
            #expect(parts.system.rotation == .quarterHours)
            let framework = try #require(parts["diary"]?.running.framework)
            try await withAnswers(on: page) { try await framework.enable() }
            try await withAnswers(on: page) { try await takePart(page, clock) }

            let radio = parts.system.connections(of: HostedAssociationClient.name)
            let peer = try #require(radio.startMeeting(with: radio))
            let shared = try #require(await peer.advertise(at: clock.now())).address
            #expect(await framework.broadcast(at: clock.now())?.address == shared)

            try await framework.disable()
            #expect(await peer.advertise(at: clock.now()) == nil, "until its key changes")
            try clock.move(to: clock.now().advanced(bySeconds: 900))
            #expect(try #require(await peer.advertise(at: clock.now())).address != shared)
            await cast.stop()
            try await transport.shutDown()
            try await servers.stop()
        }
    }

    /// Completes the onboarding, and lets the authority sign the keys of the next day, which then begins.
    private func takePart(_ page: TrialPage, _ clock: CastClock) async throws {
        let app = try #require(await page.phone.parts[HostedAssociationClient.name]).running
        await app.handle(.opened)
        for form in ["do=proceed", "do=proceed", "do=district&what=0018", "do=proceed"] {
            let fields = try #require(FormFields(parsing: Array(form.utf8)))
            guard case .action(let perform)? = app.order(from: fields) else {
                Issue.record("the app does not know \(form)")
                return
            }
            await perform()
        }
        await app.handle(.closed)
        await app.handle(.woken(.attestations))
        try clock.move(to: clock.now().utcDay.advanced(byDays: 1).startInUTC)
    }

    /// Answers yes to each question of the system until `body` is over.
    private func withAnswers(on page: TrialPage, _ body: () async throws -> Void) async throws {
        let owner = Task {
            while !Task.isCancelled {
                _ = try await page.answer("allow")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        defer { owner.cancel() }
        try await body()
    }
}
