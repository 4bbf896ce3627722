package import Localisation
package import PhonePorts
package import ProximityRadio
package import WebPages
package import WireFormat

/// A client that a simulated phone can have: its start on the phone, and its parts of the page.
///
/// A phone may have several. Each has its own files, framework, radio, transport, notifications, permissions and
/// background tasks, and none can reach those of another. They share the same things as two apps of a real phone: the
/// switches of the phone, its network, its address on the air, and its owner. The system asks the owner one question at
/// a time.
package protocol HostedClient: Sendable {
    var id: ClientID { get }
    /// The client's names on the page.
    var words: ClientWords { get }
    /// The path of its folder in the phone's folder; empty for that folder itself. No other client of the phone has it.
    var folder: String { get }
    /// The way to its servers.
    var transport: any PhoneTransport { get }

    /// Whether it sends requests for as long as it is open. Nobody looks at such a client while the clock of the cast
    /// moves: it would send for all the days that pass.
    var sendsWhileOpen: Bool { get }

    /// When a phone with this client changes all that it broadcasts. One client that needs quarters of an hour decides
    /// for all of them.
    var rotation: RotationSchedule { get }

    /// Starts the client on a phone that is switched on. Everything that it remembers is in the storage of `ports`.
    func start(on ports: ClientPorts) throws -> any RunningClient

    func words(of question: SystemQuestion) -> QuestionWords
    /// Nil for a notification that the client does not know, such as one of an earlier build.
    func words(of notification: PhoneNotification) -> NotificationWords?
    /// What testers read of a request.
    func describe(_ request: PhoneRequest) -> RequestDescription

    /// Each screen with made-up facts. Names are unique among the screens of a platform.
    func samples(on platform: PhonePlatform) -> [ScreenSample]

    /// Buttons beside the phone's switches, for example to wake the client for a background task.
    var switches: [PanelButton] { get }
    /// Buttons among the mishaps.
    ///
    /// - Parameter hasAuthority: whether servers follow the clock of the cast, and can be told something.
    func mishaps(hasAuthority: Bool) -> [PanelButton]
    /// Cards of its own on the panel.
    func cards(_ kit: PanelKit) async -> [HTML]
    /// Performs a control of its own on the panel.
    ///
    /// - Throws: `PhonePageError.unknownControl` for any other control.
    func perform(_ fields: FormFields, by tester: ClientTester) async throws
}

extension HostedClient {
    package var folder: String { "clients/\(id.rawValue)" }
    package var sendsWhileOpen: Bool { false }
    package var rotation: RotationSchedule { .irregular }

    // A client without controls of its own on the panel.
    package var switches: [PanelButton] { [] }
    package func mishaps(hasAuthority: Bool) -> [PanelButton] { [] }
    package func cards(_ kit: PanelKit) async -> [HTML] { [] }
    package func perform(_ fields: FormFields, by tester: ClientTester) async throws {
        throw PhonePageError.unknownControl
    }
}

/// What the page calls a client.
package struct ClientWords: Sendable {
    package let name: String
    /// The button of the lock screen that opens it.
    package let open: any LocalisedText
    /// The switch for its notifications.
    package let notifications: any LocalisedText

    package init(name: String, open: any LocalisedText, notifications: any LocalisedText) {
        (self.name, self.open, self.notifications) = (name, open, notifications)
    }
}

/// A notification on the lock screen.
package struct NotificationWords: Sendable {
    package let title: any LocalisedText
    package let body: any LocalisedText

    package init(title: any LocalisedText, body: any LocalisedText) {
        (self.title, self.body) = (title, body)
    }
}

/// A question of the operating system to the owner, on behalf of a client.
package enum SystemQuestion: Sendable, CaseIterable {
    case exchangeIdentifiers
    case shareKeys
    case notify
}

/// A question with its answers.
package struct QuestionWords: Sendable {
    package let title: any LocalisedText
    package let body: any LocalisedText
    package let no: any LocalisedText
    package let yes: any LocalisedText

    package init(title: any LocalisedText, body: any LocalisedText, no: any LocalisedText, yes: any LocalisedText) {
        (self.title, self.body, self.no, self.yes) = (title, body, no, yes)
    }
}

/// What testers read of a request.
package struct RequestDescription: Sendable {
    /// Nil for a request that the client does not send.
    package let purpose: (any LocalisedText)?
    /// Whether it is a dummy; nil for requests that have no dummies.
    package let isDummy: Bool?

    package init(purpose: (any LocalisedText)?, isDummy: Bool? = nil) {
        (self.purpose, self.isDummy) = (purpose, isDummy)
    }
}
