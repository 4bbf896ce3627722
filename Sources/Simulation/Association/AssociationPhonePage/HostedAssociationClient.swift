package import AssociationClient
import AssociationTexts
import Localisation
package import PhonePage
package import PhonePorts
package import ProximityRadio
package import WebPages
package import WireFormat

/// The association's app for simulated phones.
package struct HostedAssociationClient: HostedClient {
    package static let name: ClientID = "association"
    package let id = name
    package let words = ClientWords(
        name: HomeText.title.text(in: .fallback),
        open: AssociationPanelText.open,
        notifications: AssociationPanelText.notifications
    )
    /// Its keys are valid for a quarter of an hour.
    package let rotation = RotationSchedule.quarterHours
    package let transport: any PhoneTransport
    private let app: AssociationApp.App
    private let givenCode = GivenCode()

    package init(_ app: AssociationApp.App, transport: any PhoneTransport) {
        (self.app, self.transport) = (app, transport)
    }

    package func start(on ports: ClientPorts) throws -> any RunningClient {
        try RunningAssociationClient(app, on: ports)
    }

    package func samples(on platform: PhonePlatform) -> [ScreenSample] {
        AppScreen.samples.map { sample in
            ScreenSample(sample.name) { frame, language in ScreenView(sample.screen, in: language, frame).section }
        }
    }

    package func describe(_ request: PhoneRequest) -> RequestDescription {
        RequestDescription(purpose: RequestPurpose(of: request))
    }
}

// MARK: - Texts of the operating system

extension HostedAssociationClient {
    // The app uses no exposure framework, so it never asks the other two.
    package func words(of question: SystemQuestion) -> QuestionWords {
        QuestionWords(
            title: SystemQuestionText.notifyTitle,
            body: SystemQuestionText.notifyBody,
            no: SystemQuestionText.doNotAllow,
            yes: ActionText.allow
        )
    }

    package func words(of notification: PhoneNotification) -> NotificationWords? {
        notification.kind == PhoneNotification.news.kind
            ? NotificationWords(title: NotificationText.newsTitle, body: NotificationText.newsBody) : nil
    }
}

// MARK: - The panel: the operator who gives codes

extension HostedAssociationClient {
    /// The order to give a code, which is the answer. It has no value.
    package static let giveCode = "giveCode"

    package func cards(_ kit: PanelKit) async -> [HTML] {
        [
            kit.card("operator", AssociationPanelText.operator) {
                if kit.hasAuthority {
                    Tag.p { kit.say(AssociationPanelText.operatorBody) }
                    kit.button(PanelButton(Self.giveCode, AssociationPanelText.giveCode))
                } else {
                    Tag.p(.class("quiet")) { kit.say(AssociationPanelText.noAuthority) }
                }
                if let code = givenCode.code {
                    Tag.p(.role("status")) { kit.say(GivenCodePhrase(code: code)) }
                }
            }
        ]
    }

    package func perform(_ fields: FormFields, by tester: ClientTester) async throws {
        guard fields["do"] == Self.giveCode else {
            throw PhonePageError.unknownControl
        }
        givenCode.give(try await tester.order(Self.giveCode, ""))
    }
}
