import AssociationAPI
import AssociationClient
import AssociationDemo
import AssociationExchange
import AssociationPorts
import AssociationProtocol
import ExposureFramework
import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import ProximityRadio
import StoryKit

/// One person with a phone. It has an exposure framework, which is off unless the story enables it.
struct StoryPhone: Sendable {
    let name: String
    private let device: StoryDevice
    private let app: AssociationApp
    private let clock: StoryClock

    init(
        name: String,
        app: AssociationApp.App,
        transport: any PhoneTransport,
        clock: StoryClock,
        narrator: Narrator
    ) throws {
        (self.name, self.clock) = (name, clock)
        device = try StoryDevice(
            owner: name,
            todaysKey: .shortened,
            rotation: .quarterHours,
            clock: clock,
            narrator: narrator
        )
        let screen = device.screen
        self.app = try AssociationApp(
            app: app,
            phone: AssociationApp.Phone(
                proofs: NoProofs(),
                transport: transport,
                notifications: screen,
                system: screen,
                scheduler: screen,
                storage: device.appStorage,
                vault: device.appStorage,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    var screen: StoryScreen { device.screen }

    /// Takes a place in the air, so many metres along a line.
    ///
    /// - Returns: its radio.
    func appear(in air: ConnectionAir, at metres: Double) -> ConnectionAntenna {
        let antenna = air.add(Self.place(at: metres))
        antenna.startConnecting(for: makePeer(on: antenna))
        return antenna
    }

    /// A place in the air, so many metres along a line.
    static func place(at metres: Double) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(
            peer: SimulatedAntenna(),
            transmitPower: transmitPower,
            position: .init(x: metres, y: 0)
        )
    }

    /// The phone's exchange. It takes its address from the framework if that is on.
    func makePeer(on radio: any ConnectionRadio) -> AssociationPeer {
        AssociationPeer(
            profile: .sealed,
            radio: radio,
            account: AppExchangeAccount(app),
            addresses: ClockedAddress(
                beside: FrameworkAddress(of: device.framework),
                using: SystemRandomNumberGenerator()
            ),
            clock: clock,
            using: SystemRandomNumberGenerator()
        )
    }

    /// Turns the exposure framework on, as another app does.
    func enableFramework() async throws {
        try await device.framework.enable()
    }

    /// What somebody beside the phone hears now.
    ///
    /// - Parameter peer: the phone's exchange.
    func signals(of peer: AssociationPeer) async throws -> AirSignals {
        let now = clock.now()
        guard let packet = await device.framework.broadcast(at: now), let exchange = await peer.advertise(at: now)
        else {
            throw StoryError.silence(of: name)
        }
        let identity = try await peer.read(ExchangeValues.identity, over: ConnectionID(1))
        return try AirSignals(packet: packet, exchange: exchange, identity: identity)
    }

    /// dBm; a value captured from real phones in 2020.
    private static let transmitPower: Int8 = -14
}

// MARK: - The person's actions in their app

extension StoryPhone {
    /// Starts the app, completes the onboarding, and puts the phone away.
    func settleIn(in district: PostalDistrict) async throws {
        await app.send(.launched(inForeground: true))
        await app.send(.proceed)
        await app.send(.proceed)
        await app.send(.chooseDistrict(district))
        await app.send(.proceed)
        guard try await home().service == .preparing else {
            throw StoryError.unexpectedScreen(of: name)
        }
        await app.send(.enteredBackground)
    }

    /// Types the code and agrees to report.
    ///
    /// - Returns: how many contacts the phone has.
    func report(_ code: ReportCode) async throws -> Int {
        await app.send(.enteredForeground)
        await app.send(.open(.report))
        await app.send(.typeCode(code.exposedText))
        await app.send(.confirmCode)
        guard case .report(let facts) = await app.screen, case .consent(let contacts, false) = facts.phase else {
            throw StoryError.unexpectedScreen(of: name)
        }
        await app.send(.consent)
        await app.send(.enteredBackground)
        return contacts
    }

    /// Lets the system wake the app.
    func wake(for task: PhoneTask) async {
        await app.send(.woken(task))
    }

    /// Whether the app says that everything has arrived.
    var hasReported: Bool {
        get async throws {
            if case .complete? = try await home().report { true } else { false }
        }
    }

    /// The alerts that the app shows, and whether it told its owner.
    var warnings: (alerts: [AlertFacts], isNotified: Bool) {
        get async throws { (try await home().alerts, !screen.shown.isEmpty) }
    }

    private func home() async throws -> HomeFacts {
        await app.send(.open(.home))
        guard case .home(let facts) = await app.screen else {
            throw StoryError.unexpectedScreen(of: name)
        }
        return facts
    }
}

/// The demo's authority asks for no proof.
struct NoProofs: RegistrationProofSource {
    func proof(for key: PublicAgreementKey) async throws(ProofFailure) -> [UInt8] { [] }
}
