import ImmuniAPI
package import ImmuniClient
import ImmuniTexts
package import PhonePage
package import PhonePorts
package import WireFormat

/// Immuni's app for simulated phones.
package struct HostedImmuniClient: HostedClient {
    package static let name: ClientID = "immuni"
    package let id = name
    package let words = ClientWords(
        name: "Avviso",
        open: ImmuniPanelText.open,
        notifications: ImmuniPanelText.notifications
    )
    /// Its files are in the phone's folder itself, where they were when a phone had one client.
    package let folder = ""
    package let transport: any PhoneTransport
    /// The app. Its build belongs to the phone, because the owner may install a new one.
    private let app: MobileClient.App
    private let evidence: MobileClient.Evidence

    package init(_ app: MobileClient.App, transport: any PhoneTransport, evidence: MobileClient.Evidence) {
        (self.app, self.transport, self.evidence) = (app, transport, evidence)
    }

    package func start(on ports: ClientPorts) throws -> any RunningClient {
        try RunningImmuniClient(app, evidence: evidence, on: ports)
    }

    package func samples(on platform: PhonePlatform) -> [ScreenSample] {
        AppScreen.samples(on: SettingsRequest.Platform(platform)).map { sample in
            ScreenSample(sample.name) { frame, language in ScreenView(sample.screen, in: language, frame).section }
        }
    }

    package func describe(_ request: PhoneRequest) -> RequestDescription {
        let flag = request.headers.first { $0.name == ImmuniHeader.dummyData }?.value
        return RequestDescription(
            purpose: RequestPurpose(of: request),
            isDummy: flag.map { $0 == DummyFlag.dummy.rawValue }
        )
    }
}

// MARK: - Texts of the operating system

extension HostedImmuniClient {
    package func words(of question: SystemQuestion) -> QuestionWords {
        let texts: (title: SystemQuestionText, body: SystemQuestionText) =
            switch question {
            case .exchangeIdentifiers: (.exchangeTitle, .exchangeBody)
            case .shareKeys: (.shareTitle, .shareBody)
            case .notify: (.notifyTitle, .notifyBody)
            }
        let isSharing = question == .shareKeys
        return QuestionWords(
            title: texts.title,
            body: texts.body,
            no: isSharing ? SystemQuestionText.doNotShare : .doNotAllow,
            yes: isSharing ? SystemQuestionText.share : PermissionText.allow
        )
    }

    package func words(of notification: PhoneNotification) -> NotificationWords? {
        guard let kind = MobileClient.NotificationKind(of: notification) else {
            return nil
        }
        let texts: (title: NotificationText, body: NotificationText) =
            switch kind {
            case .riskOfExposure: (.riskTitle, .riskBody)
            case .serviceNotActive: (.serviceTitle, .serviceBody)
            case .onboardingNotCompleted: (.onboardingTitle, .onboardingBody)
            case .updateRequired: (.updateTitle, .updateBody)
            case .recoveryReminder: (.recoveryTitle, .recoveryBody)
            }
        return NotificationWords(title: texts.title, body: texts.body)
    }
}

// MARK: - Panel

extension HostedImmuniClient {
    package var switches: [PanelButton] { [PanelButton("background", ImmuniPanelText.background)] }

    package func mishaps(hasAuthority: Bool) -> [PanelButton] {
        hasAuthority ? [PanelButton(Self.requireBuild, ImmuniPanelText.requireBuild)] : []
    }

    package func perform(_ fields: FormFields, by tester: ClientTester) async throws {
        switch fields["do"] {
        case "background": await tester.wake(for: .backgroundSession)
        case Self.requireBuild: try await tester.order(Self.requireBuild, "\(tester.newestBuild)")
        default: throw PhonePageError.unknownControl
        }
    }

    /// The order to publish settings that require an update of apps older than the build in its value.
    package static let requireBuild = "requireBuild"
}
