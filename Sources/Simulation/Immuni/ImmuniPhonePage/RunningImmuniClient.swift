import ExposureFramework
package import ImmuniAPI
import ImmuniClient
import ImmuniTexts
import Localisation
package import PhonePage
import WebPages
import WireFormat

/// Immuni's app on a simulated phone that is switched on.
struct RunningImmuniClient: RunningClient {
    private let exposureFramework: PortableExposureFramework
    private let client: MobileClient

    init(_ app: MobileClient.App, evidence: MobileClient.Evidence, on ports: ClientPorts) throws {
        exposureFramework = try ports.makeFramework()
        client = try MobileClient(
            app: app.installed(inBuild: ports.build),
            phone: MobileClient.Phone(
                framework: exposureFramework,
                transport: ports.transport,
                notifications: ports.system,
                system: ports.system,
                evidence: evidence,
                scheduler: ports.system,
                storage: ports.storage,
                vault: ports.vault,
                clock: ports.clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    var framework: PortableExposureFramework? { exposureFramework }

    func handle(_ event: PhoneEvent) async {
        switch event {
        case .started: await client.send(.launched(inForeground: false))
        case .opened: await client.send(.enteredForeground)
        case .closed: await client.send(.enteredBackground)
        case .phoneChanged: await client.send(.phoneChanged)
        case .woken(let task): await client.send(.woken(task))
        }
    }

    func screen(in frame: ScreenFrame) async -> HTML {
        let display = await client.display
        return ScreenView(display.screen, in: display.language, frame).section
    }

    func order(from fields: FormFields) -> ScreenOrder? {
        let action = ScreenAction(fields["do"], fields["what"])
        if let update = action.update {
            return .update(update)
        }
        return action.appAction(isTicked: { !fields[$0].isEmpty }).map { [client] action in
            .action { await client.send(action) }
        }
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

extension SettingsRequest.Platform {
    package init(_ platform: PhonePlatform) {
        switch platform {
        case .iOS: self = .iOS
        case .android: self = .android
        }
    }
}
