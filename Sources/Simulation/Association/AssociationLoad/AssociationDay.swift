import AssociationAPI
import AssociationClient
package import AssociationProtocol
package import CapacityModel
package import ExposurePrimitives
package import HeraldPayloads
package import LoadGeneration
import LoadModel
package import PhonePorts
import WireFormat

extension PhoneHost {
    /// Issues codes for reports, on the internal network.
    package static let codes = PhoneHost("codes")
}

/// The association's phones, and the operators who give out codes.
package struct AssociationDay: LoadWorkflow {
    private let clock: any WallClock
    private let authority: PublicAgreementKey
    private let jurisdiction: Jurisdiction
    private let seed: UInt64

    /// - Parameters:
    ///   - authority: the key with which phones agree on their secrets.
    ///   - seed: of the accounts that exist before the day.
    package init(clock: any WallClock, authority: PublicAgreementKey, jurisdiction: Jurisdiction, seed: UInt64) {
        self.clock = clock
        self.authority = authority
        self.jurisdiction = jurisdiction
        self.seed = seed
    }

    package var hosts: [PhoneHost: LoadListener] { [.authority: .public, .codes: .internal] }

    package func visits(of day: DayOfVisits, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let accounts = try await register(Self.accountCount(day), preparation)
        let (awake, clock, registrar) = (DayCurve.awake(peak: day.peak), clock, registrar)
        return [
            LoadVisit("registration", perDay: day.registrations, on: awake, RegistrationVisit.steps) { generator in
                RegistrationVisit(registrar, clock: clock, generator: generator)
            },
            // Phones poll also while people sleep.
            LoadVisit("poll", perDay: day.polls, on: .even, PollVisit.steps) { generator in
                PollVisit(accounts, clock: clock, generator: generator)
            },
            LoadVisit("attestations", perDay: day.attestations, on: .even, AttestationVisit.steps) { generator in
                AttestationVisit(accounts, clock: clock, generator: generator)
            },
            LoadVisit("report", perDay: day.cases, on: awake, ReportVisit.steps) { generator in
                ReportVisit(accounts, clock: clock, generator: generator)
            },
            LoadVisit("decoys", perDay: day.sequences, on: .even, DecoyVisit.steps) { generator in
                DecoyVisit(clock: clock, generator: generator)
            },
        ]
    }

    private var registrar: Registrar { Registrar(authority: authority, jurisdiction: jurisdiction) }

    /// Registers phones before the day, one after the other.
    private func register(_ count: Int, _ preparation: LoadPreparation) async throws -> KnownAccounts {
        var generator = SeededGenerator(seed: seed)
        var accounts: [AccountMessages] = []
        for _ in 0..<count {
            let key = PrivateAgreementKey.generate(using: &generator)
            let answer = try await preparation.send(try registrar.request(of: key), as: RegistrationVisit.kind)
            accounts.append(try registrar.account(of: key, answer: answer.body))
        }
        return KnownAccounts(accounts)
    }

    /// Each account may ask for attestations four times a day. Half of that leaves room for chance.
    private static func accountCount(_ day: DayOfVisits) -> Int {
        min(max(Int((day.attestations / 2).rounded(.up)), 10), maxAccounts)
    }

    /// A tenth of the registrations that an authority takes from a district in an hour, by default.
    private static let maxAccounts = 100
}
