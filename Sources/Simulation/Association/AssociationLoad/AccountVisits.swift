import AssociationAPI
import AssociationClient
import AssociationProtocol
import ExposurePrimitives
import LoadGeneration
import PhonePorts
import WireFormat

/// A new phone registers.
actor RegistrationVisit: LoadSession {
    private let registrar: Registrar
    private let clock: any WallClock
    private var generator: SeededGenerator
    private let key: PrivateAgreementKey

    init(_ registrar: Registrar, clock: any WallClock, generator: SeededGenerator) {
        var generator = generator
        key = .generate(using: &generator)
        (self.registrar, self.clock, self.generator) = (registrar, clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? { try registrar.request(of: key) }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool {
        (try? registrar.account(of: key, answer: answer.body)) != nil
    }

    static let steps = [LoadStep(kind, after: 0)]
    static let kind = LoadKind(
        "association registration",
        AssociationEndpoint.registration,
        expected: [200],
        .released(sent: 214)
    )
}

/// A phone asks for signatures of the next day's keys.
actor AttestationVisit: LoadSession {
    private let account: AccountMessages
    private let clock: any WallClock
    private var generator: SeededGenerator

    init(_ accounts: KnownAccounts, clock: any WallClock, generator: SeededGenerator) {
        account = accounts.next()
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        // Random bytes are keys of X25519, and nobody computes with these. Making real ones would cost the generator
        // more than the authority's signatures cost the authority.
        let keys = try (0..<AssociationLimits.identitiesPerDay).map { _ in
            let halves = (Bytes16.random(using: &generator), Bytes16.random(using: &generator))
            return try PublicAgreementKey(halves.0.bytes + halves.1.bytes)
        }
        return try account.attestations(of: keys, at: clock.now(), using: &generator)
    }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool {
        (try? AttestationAnswer(parsing: answer.body))?.attestations != nil
    }

    static let steps = [
        LoadStep(
            LoadKind(
                "association attestations",
                AssociationEndpoint.attestations,
                expected: [200],
                .init(sent: 3324, received: 6654)
            ),
            after: 0
        )
    ]
}
