import AssociationClient
import AssociationExchange
import AssociationPorts
import AssociationProtocol
import ExposureFramework
import ExposurePrimitives
import Localisation
import PhonePage
import PhonePorts
import WebPages
import WireFormat

/// The association's app on a simulated phone that is switched on. Its radio connects to others.
struct RunningAssociationClient: RunningClient {
    private let client: AssociationApp
    private let peer: AssociationPeer
    private let clock: any WallClock

    init(_ app: AssociationApp.App, on ports: ClientPorts) throws {
        clock = ports.clock
        client = try AssociationApp(
            app: app,
            phone: AssociationApp.Phone(
                proofs: NoProofs(),
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
        peer = AssociationPeer(
            profile: app.profile,
            radio: ports.system.connections,
            account: AppExchangeAccount(client),
            addresses: ClockedAddress(
                beside: ports.system.frameworkAddress,
                using: SystemRandomNumberGenerator()
            ),
            clock: ports.clock,
            using: SystemRandomNumberGenerator()
        )
        ports.system.connections.startConnecting(for: peer)
    }

    // The app runs its own exchange.
    var framework: PortableExposureFramework? { nil }

    func handle(_ event: PhoneEvent) async {
        switch event {
        case .started: await client.send(.launched(inForeground: false))
        case .opened: await client.send(.enteredForeground)
        case .closed: await client.send(.enteredBackground)
        case .phoneChanged: await client.send(.phoneChanged)
        case .woken(let task): await wake(for: task)
        }
    }

    /// A real radio never sleeps. This one works in meetings alone, so the rotation also ends what is over for it.
    private func wake(for task: PhoneTask) async {
        await client.send(.woken(task))
        if task == .rotation {
            _ = await peer.advertise(at: clock.now())
        }
    }

    func screen(in frame: ScreenFrame) async -> HTML {
        let display = await client.display
        return ScreenView(display.screen, in: display.language, frame).section
    }

    func order(from fields: FormFields) -> ScreenOrder? {
        let action = ScreenAction(fields["do"], fields["what"])
        guard let meant = action.appAction else {
            // The screen with the rules stays.
            return action.isTyped ? .action {} : nil
        }
        return .action { [client] in await client.send(meant) }
    }
}

/// The authority must ask for no proof: a simulated phone has none.
private struct NoProofs: RegistrationProofSource {
    func proof(for key: PublicAgreementKey) async throws(ProofFailure) -> [UInt8] { [] }
}
