import ExposureFramework
import ExposurePrimitives
package import Foundation
package import MobileClient
import PhoneFiles
package import PhonePorts
import ProximityRadio

/// A simulated phone that is switched on: framework and app on its files, with an operating system below them.
struct PhoneParts: Sendable {
    let system: SimulatedSystem
    let transport: RecordingTransport
    let framework: ExposureFramework
    let client: MobileClient

    /// Goes on from what is in the phone's folder.
    init(_ plan: PhonePlan, clock: any WallClock) throws {
        let files = FileManager.default
        try files.createDirectory(
            at: plan.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        system = SimulatedSystem(
            platform: plan.app.platform,
            file: plan.folder.appending(path: "system.json"),
            language: plan.language
        )
        transport = RecordingTransport(base: plan.transport, clock: clock)
        framework = try ExposureFramework(
            phone: ExposureFramework.Phone(
                radio: system.antenna,
                storage: FilePhoneStorage(folder: plan.folder.appending(path: "framework")),
                vault: FileKeyVault(file: plan.folder.appending(path: "framework.key")),
                prompts: system,
                alerts: system,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            ),
            options: FrameworkOptions(
                calibration: RadioCalibration(
                    transmitPower: Self.transmitPower,
                    receiveCorrection: 0,
                    confidence: .high
                )
            )
        )
        client = try MobileClient(
            app: plan.app,
            phone: MobileClient.Phone(
                framework: framework,
                transport: transport,
                notifications: system,
                system: system,
                evidence: plan.evidence,
                scheduler: system,
                storage: FilePhoneStorage(folder: plan.folder.appending(path: "app")),
                vault: FileKeyVault(file: plan.folder.appending(path: "app.key")),
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// dBm; a value captured from real phones in 2020.
    static let transmitPower: Int8 = -14
}

/// What a simulated phone is made from.
package struct PhonePlan: Sendable {
    package let name: PhoneName
    let folder: URL
    let app: MobileClient.App
    let transport: any PhoneTransport
    let evidence: MobileClient.Evidence
    let language: String

    /// - Parameters:
    ///   - castFolder: of all phones of the cast; each has a folder of its own in it.
    ///   - language: of a phone that is new, as a BCP 47 tag.
    package init(
        name: PhoneName,
        castFolder: URL,
        app: MobileClient.App,
        transport: any PhoneTransport,
        evidence: MobileClient.Evidence,
        language: String = "en-GB"
    ) {
        self.name = name
        folder = castFolder.appending(path: "phone-\(name.text)")
        self.app = app
        self.transport = transport
        self.evidence = evidence
        self.language = language
    }
}

/// What a simulated phone is called: letters of any script and digits, so that it can be part of a file's name.
package struct PhoneName: Hashable, Sendable {
    package let text: String

    /// Nil unless it has 1 to 32 letters and digits.
    package init?(_ text: String) {
        guard (1...32).contains(text.count), text.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return nil
        }
        self.text = text
    }
}
