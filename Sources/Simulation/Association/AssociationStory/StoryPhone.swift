import AssociationAPI
import AssociationClient
import AssociationDemo
import AssociationExchange
import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import StoryKit

/// One person with a phone.
struct StoryPhone: Sendable {
    let name: String
    let screen: StoryScreen
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
        screen = StoryScreen(owner: name, narrator: narrator)
        let storage = InMemoryPhoneStorage()
        self.app = try AssociationApp(
            app: app,
            phone: AssociationApp.Phone(
                proofs: NoProofs(),
                transport: transport,
                notifications: screen,
                system: screen,
                scheduler: screen,
                storage: storage,
                vault: storage,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// Takes a place in the air, so many metres along a line.
    ///
    /// - Returns: its radio.
    func appear(in air: ConnectionAir, at metres: Double) -> ConnectionAntenna {
        let antenna = air.add(
            .init(peer: SimulatedAntenna(), transmitPower: Self.transmitPower, position: .init(x: metres, y: 0))
        )
        let peer = AssociationPeer(
            profile: .sealed,
            radio: antenna,
            account: AppExchangeAccount(app),
            addresses: ClockedAddress(using: SystemRandomNumberGenerator()),
            clock: clock,
            using: SystemRandomNumberGenerator()
        )
        antenna.startConnecting(for: peer)
        return antenna
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
