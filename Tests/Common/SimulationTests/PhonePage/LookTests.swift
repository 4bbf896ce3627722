import ExposureFramework
import PhonePage
import PhonePageTesting
import PhonePorts
import Synchronization
import Testing
import WebPages
import WireFormat

@Suite("While the clock of a cast moves")
struct LookTests {
    @Test("nobody looks at a client that sends as long as it is open", arguments: [true, false])
    func looking(sendsWhileOpen: Bool) async throws {
        let client = WatchedClient(sendsWhileOpen: sendsWhileOpen)
        try await TrialCast.withAnna(nil, [client]) { cast, page in
            await cast.advance(bySeconds: 86_400)
            #expect(client.events.isEmpty, "it is put away")
            _ = try await page.post("/phone", ["do": "open"])
            await cast.advance(bySeconds: 86_400)
            #expect(client.events == (sendsWhileOpen ? ["opened", "closed", "opened"] : ["opened"]))
        }
    }
}

/// A diary that notes when it is opened and closed.
private final class WatchedClient: HostedClient {
    let sendsWhileOpen: Bool
    private let diary = TrialCast.diary()
    private let noted = Mutex<[String]>([])

    init(sendsWhileOpen: Bool) {
        self.sendsWhileOpen = sendsWhileOpen
    }

    var events: [String] { noted.withLock { $0 } }
    var id: ClientID { diary.id }
    var words: ClientWords { diary.words }
    var transport: any PhoneTransport { diary.transport }

    func start(on ports: ClientPorts) throws -> any RunningClient {
        RunningWatchedClient(client: try diary.start(on: ports)) { event in
            self.noted.withLock { $0.append(event) }
        }
    }

    func words(of question: SystemQuestion) -> QuestionWords { diary.words(of: question) }
    func words(of notification: PhoneNotification) -> NotificationWords? { diary.words(of: notification) }
    func describe(_ request: PhoneRequest) -> RequestDescription { diary.describe(request) }
    func samples(on platform: PhonePlatform) -> [ScreenSample] { diary.samples(on: platform) }
}

private struct RunningWatchedClient: RunningClient {
    let client: any RunningClient
    let note: @Sendable (String) -> Void

    var framework: PortableExposureFramework? { client.framework }

    func handle(_ event: PhoneEvent) async {
        switch event {
        // The diary would ask its owner something.
        case .opened, .closed: note("\(event)")
        case .started, .phoneChanged, .woken: await client.handle(event)
        }
    }

    func screen(in frame: ScreenFrame) async -> HTML { await client.screen(in: frame) }
    func order(from fields: FormFields) -> ScreenOrder? { client.order(from: fields) }
}
