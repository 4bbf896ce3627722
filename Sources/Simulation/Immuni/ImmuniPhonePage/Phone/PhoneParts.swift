import ImmuniTexts
import ExposureFramework
import ExposurePrimitives
package import Foundation
import Localisation
package import ImmuniClient
import PhoneFiles
package import PhonePorts
import ProximityRadio

/// The parts of a simulated phone that is switched on: framework and app on its files, and an operating system.
struct PhoneParts: Sendable {
    let system: SimulatedSystem
    let transport: RecordingTransport
    let framework: PortableExposureFramework
    let client: MobileClient

    /// Restores the phone from its folder.
    init(_ plan: PhonePlan, clock: any WallClock) throws {
        let files = FileManager.default
        try files.createDirectory(
            at: plan.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let system = SimulatedSystem(
            platform: plan.app.platform,
            file: plan.folder.appending(path: "system.json"),
            language: plan.language
        )
        self.system = system
        transport = RecordingTransport(base: plan.transport, clock: clock) { system.state.mishaps.network }
        framework = try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: system.antenna,
                storage: try plan.storage("framework", of: system),
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
            app: plan.app.installed(inBuild: system.state.build),
            phone: MobileClient.Phone(
                framework: framework,
                transport: transport,
                notifications: system,
                system: system,
                evidence: plan.evidence,
                scheduler: system,
                storage: try plan.storage(PhonePlan.appFolder, of: system),
                vault: FileKeyVault(file: plan.folder.appending(path: "app.key")),
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// dBm; a value captured from real phones in 2020.
    static let transmitPower: Int8 = -14
}

/// The plan of a simulated phone.
package struct PhonePlan: Sendable {
    package let name: PhoneName
    let castFolder: URL
    let folder: URL
    /// The app. Its build belongs to the phone, because the owner may install a new one.
    let app: MobileClient.App
    let transport: any PhoneTransport
    let evidence: MobileClient.Evidence
    let language: String

    /// - Parameters:
    ///   - castFolder: the folder of all phones of the cast; each has its own folder in it.
    ///   - language: the language of a new phone, as a BCP 47 tag.
    package init(
        name: PhoneName,
        castFolder: URL,
        app: MobileClient.App,
        transport: any PhoneTransport,
        evidence: MobileClient.Evidence,
        language: String = "en-GB"
    ) {
        self.name = name
        self.castFolder = castFolder
        folder = castFolder.appending(path: "phone-\(name.text)")
        self.app = app
        self.transport = transport
        self.evidence = evidence
        self.language = language
    }
}

extension PhonePlan {
    static let appFolder = "app"

    fileprivate func storage(_ name: String, of system: SimulatedSystem) throws -> SimulatedStorage {
        SimulatedStorage(base: try FilePhoneStorage(folder: folder.appending(path: name)), system: system)
    }
}

extension MobileClient.App {
    /// The app in `build`, with the answers about itself.
    fileprivate func installed(inBuild build: Int) -> MobileClient.App {
        MobileClient.App(
            platform: platform,
            build: build,
            exportVerifier: exportVerifier,
            messageVerifier: messageVerifier,
            requirements: requirements,
            questions: Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0, Self.questions(in: $0)) })
        )
    }

    private static func questions(in language: Language) -> [FAQ.Entry] {
        Question.allCases.map { FAQ.Entry(title: $0.question[language], content: $0.answer[language]) }
    }
}

/// The name of a simulated phone: letters of any script and digits, so it can be part of a file's name.
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
