import ExposureFramework
import ExposurePrimitives
import Localisation
import PhonePage
import PhonePorts
import WebPages
import WireFormat

/// The diary on a phone that is switched on. Its entries are in one file.
actor RunningTrialClient: RunningClient {
    nonisolated let framework: PortableExposureFramework?
    private let ports: ClientPorts
    private var entries: [String]
    private var isWriting = false
    /// Seconds.
    private let period: Int64

    init(on ports: ClientPorts, framework: PortableExposureFramework?, period: Int64) throws {
        (self.period, self.ports, self.framework) = (period, ports, framework)
        entries =
            try ports.storage.read(Self.file).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: "\n").map(String.init) ?? []
    }

    private static let file = "entries"

    func handle(_ event: PhoneEvent) async {
        switch event {
        case .started: ports.system.schedule(.fetchNews, at: ports.clock.now().advanced(bySeconds: period))
        case .opened: await askForPermissions()
        case .closed: isWriting = false
        case .phoneChanged: break
        case .woken: await fetchNews()
        }
    }

    private func askForPermissions() async {
        try? await framework?.enable()
        _ = await ports.system.mayNotify()
    }

    private func fetchNews() async {
        ports.system.schedule(.fetchNews, at: ports.clock.now().advanced(bySeconds: period))
        if (try? await ports.transport.send(TrialServer.request)) != nil {
            write("News in build \(ports.build)")
            await ports.system.show(.news)
        }
    }

    private func write(_ entry: String) {
        entries.append(entry)
        try? ports.storage.replace(Self.file, with: Array(entries.joined(separator: "\n").utf8))
    }

    // MARK: - Screens

    func screen(in frame: ScreenFrame) -> HTML {
        let screen: TrialScreen = isWriting ? .form : .entries(entries)
        return TrialView(frame: frame, language: .fallback, screen: screen).section
    }

    nonisolated func order(from fields: FormFields) -> ScreenOrder? {
        switch fields["do"] {
        case "begin": .action { await self.begin() }
        case "write": .action { await self.finish(fields["what"]) }
        case "update": .update(.app)
        default: nil
        }
    }

    private func begin() {
        isWriting = true
    }

    private func finish(_ entry: String) {
        isWriting = false
        write(entry)
    }
}

/// A screen of the diary.
enum TrialScreen: Sendable {
    case entries([String])
    case form
}

/// A screen of the diary as part of a page.
struct TrialView: ScreenPieces {
    let frame: ScreenFrame
    let language: Language
    let screen: TrialScreen

    @HTMLBuilder var html: [HTML] {
        switch screen {
        case .entries(let entries):
            title("Diary")
            Tag.ul {
                for entry in entries {
                    Tag.li { entry }
                }
            }
            button(ScreenAction("begin"), "Write")
        case .form:
            title("New entry")
            form(ScreenAction("write")) {
                Tag.input(.name("what"), .aria("label", "Entry"))
                Tag.button { "Keep" }
            }
        }
    }
}

extension PhoneTask {
    static let fetchNews = PhoneTask("fetchNews")
}

extension PhoneNotification {
    static let news = PhoneNotification("news")
}
