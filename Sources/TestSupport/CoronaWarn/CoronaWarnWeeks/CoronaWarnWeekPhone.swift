import CoronaWarnClient
import CoronaWarnConfiguration
import ExposureFramework
import ExposurePrimitives
import KeyExport
import MessageSignatures
package import PhoneWeeks
import StoryKit

/// A phone with Corona-Warn's app.
package struct CoronaWarnWeekPhone: WeeklyPhone {
    package let meter: PhoneMeter
    private let app: CoronaWarnApp
    private let device: StoryDevice

    /// A phone whose owner has just completed the onboarding.
    ///
    /// - Parameter downloadInterval: that of the configuration, in seconds.
    package init(seed: UInt64, downloadInterval: Int = 3600) async throws {
        meter = PhoneMeter(startingAt: UnixTime(1_795_255_200))
        device = try StoryDevice(owner: "", todaysKey: .withheld, clock: meter.clock, narrator: Narrator { _ in })
        let servers = try await CoronaWarnWeekServers(.iOS, downloadInterval: downloadInterval, meter)
        let pem = servers.authority.publicKeyPEM
        let keys = try AuthorityKeys(
            packages: ExportVerifier(keys: [ExportVerificationKey(pem)]),
            messages: [MessageVerificationKey(pem: pem)]
        )
        app = try CoronaWarnApp(
            app: CoronaWarnApp.App(platform: .iOS, keys: keys),
            phone: CoronaWarnApp.Phone(
                framework: device.framework,
                transport: MeteredTransport(servers, meter),
                notifications: device.screen,
                system: device.screen,
                scheduler: meter.scheduler,
                storage: MeteredStorage(device.appStorage, meter),
                vault: device.appStorage,
                clock: meter.clock,
                generator: SeededGenerator(seed: seed)
            )
        )
        await app.send(.launched(inForeground: true))
        for _ in 0..<Self.steps {
            await app.send(.proceed)
        }
        await app.send(.enteredBackground)
    }

    /// Of the onboarding, at most.
    private static let steps = 10

    package func send(_ event: WeekEvent) async {
        switch event {
        case .woken(let task): await app.send(.woken(task))
        case .opened: await app.send(.enteredForeground)
        case .left: await app.send(.enteredBackground)
        }
    }
}
