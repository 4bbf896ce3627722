import ExposureFramework
import ExposurePrimitives
package import ImmuniAPI
import ImmuniClient
import KeyExport
import MessageSignatures
package import PhoneWeeks
import StoryKit

/// A phone with Immuni's app. It has no platform that attests it, so it sends no reports to the Analytics Service.
package struct ImmuniWeekPhone: WeeklyPhone {
    package let meter: PhoneMeter
    private let client: MobileClient
    private let device: StoryDevice

    /// A phone whose owner has just completed the onboarding.
    package init(_ platform: SettingsRequest.Platform, seed: UInt64) async throws {
        meter = PhoneMeter(startingAt: UnixTime(1_795_255_200))
        device = try StoryDevice(owner: "", todaysKey: .shortened, clock: meter.clock, narrator: Narrator { _ in })
        let servers = try ImmuniWeekServers(platform, meter)
        let pem = servers.authority.publicKeyPEM
        client = try MobileClient(
            app: MobileClient.App(
                platform: platform,
                build: 1,
                exportVerifier: ExportVerifier(keys: [ExportVerificationKey(pem)]),
                messageVerifier: MessageVerifier(keys: [MessageVerificationKey(pem: pem)])
            ),
            phone: MobileClient.Phone(
                framework: device.framework,
                transport: MeteredTransport(servers, meter),
                notifications: device.screen,
                system: device.screen,
                evidence: .none,
                scheduler: meter.scheduler,
                storage: MeteredStorage(device.appStorage, meter),
                vault: device.appStorage,
                clock: meter.clock,
                generator: SeededGenerator(seed: seed)
            )
        )
        for action in Self.onboarding {
            await client.send(action)
        }
    }

    private static let onboarding: [AppAction] = [
        .launched(inForeground: true), .proceed, .proceed,
        .acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true), .chooseRegion(.lazio),
        .chooseProvince(Province(code: "RM") ?? .abroad), .proceed, .enteredBackground,
    ]

    package func send(_ event: WeekEvent) async {
        switch event {
        case .woken(let task): await client.send(.woken(task))
        case .opened: await client.send(.enteredForeground)
        case .left: await client.send(.enteredBackground)
        }
    }

    /// The owner has a code, and uploads the phone's keys.
    package func upload() async {
        for action in [AppAction.open(.upload), .validateCode, .confirmUpload] {
            await client.send(action)
        }
    }
}
