import CoronaWarnClient
import ExposureFramework
import Localisation
import PhonePage
import WebPages
import WireFormat

/// Corona-Warn's app on a simulated phone that is switched on.
struct RunningCoronaWarnClient: RunningClient {
    private let exposureFramework: PortableExposureFramework
    private let client: CoronaWarnApp

    init(_ app: CoronaWarnApp.App, on ports: ClientPorts) throws {
        exposureFramework = try ports.makeFramework(todaysKey: .withheld)
        client = try CoronaWarnApp(
            app: app,
            phone: CoronaWarnApp.Phone(
                framework: exposureFramework,
                transport: ports.transport,
                notifications: ports.system,
                system: ports.system,
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
        ScreenAction(fields["do"], fields["what"]).appAction { fields[$0] }.map { [client] action in
            .action { await client.send(action) }
        }
    }
}
