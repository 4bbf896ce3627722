package import CoronaWarnClient
import CoronaWarnTexts
import Localisation
package import PhonePage
package import PhonePorts

/// Corona-Warn's app for simulated phones.
package struct HostedCoronaWarnClient: HostedClient {
    package static let name: ClientID = "cwa"
    package let id = name
    package let words = ClientWords(
        name: HomeText.title.text(in: .fallback),
        open: CoronaWarnPanelText.open,
        notifications: CoronaWarnPanelText.notifications
    )
    package let sendsWhileOpen = true
    package let transport: any PhoneTransport
    private let app: CoronaWarnApp.App
    let site = TestSite()

    package init(_ app: CoronaWarnApp.App, transport: any PhoneTransport) {
        (self.app, self.transport) = (app, transport)
    }

    package func start(on ports: ClientPorts) throws -> any RunningClient {
        try RunningCoronaWarnClient(app, on: ports)
    }

    package func samples(on platform: PhonePlatform) -> [ScreenSample] {
        AppScreen.samples.map { sample in
            ScreenSample(sample.name) { frame, language in ScreenView(sample.screen, in: language, frame).section }
        }
    }

    package func describe(_ request: PhoneRequest) -> RequestDescription {
        RequestDescription(purpose: RequestPurpose(of: request), isDummy: RequestPurpose.isFake(request))
    }
}

// MARK: - Texts of the operating system

extension HostedCoronaWarnClient {
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
            yes: isSharing ? SystemQuestionText.share : ActionText.allow
        )
    }

    package func words(of notification: PhoneNotification) -> NotificationWords? {
        guard let kind = CoronaWarnApp.NotificationKind(of: notification) else {
            return nil
        }
        let texts: (title: NotificationText, body: NotificationText) =
            switch kind {
            case .resultAvailable: (.resultTitle, .resultBody)
            case .riskChanged: (.changeTitle, .changeBody)
            case .noDetection: (.silenceTitle, .silenceBody)
            }
        return NotificationWords(title: texts.title, body: texts.body)
    }
}
