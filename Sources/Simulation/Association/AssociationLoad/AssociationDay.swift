import AssociationAPI
import AssociationClient
package import AssociationProtocol
package import ExposurePrimitives
package import HeraldPayloads
package import LoadGeneration
package import LoadModel
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
        (self.clock, self.authority, self.jurisdiction, self.seed) = (clock, authority, jurisdiction, seed)
    }

    package var hosts: [PhoneHost: LoadListener] { [.authority: .public, .codes: .internal] }

    package func visits(of day: DayOfVisits, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let accounts = try await register(Self.accountCount(day), preparation)
        // Each kind of visit takes turns of its own, so no account does one thing too often.
        let (slots, askers, reporters) = (KnownAccounts(accounts), KnownAccounts(accounts), KnownAccounts(accounts))
        let (awake, clock, registrar) = (DayCurve.awake(peak: day.peak), clock, registrar)
        return [
            LoadVisit("registration", perDay: day.registrations, on: awake, RegistrationVisit.steps) { generator in
                RegistrationVisit(registrar, clock: clock, generator: generator)
            },
            // Phones have their slots also while people sleep.
            LoadVisit("slot", perDay: day.slots, on: .even, SlotVisit.steps) { generator in
                SlotVisit(slots, clock: clock, generator: generator)
            },
            LoadVisit("attestations", perDay: day.attestations, on: .even, AttestationVisit.steps) { generator in
                AttestationVisit(askers, clock: clock, generator: generator)
            },
            LoadVisit("report", perDay: day.cases, on: awake, ReportVisit.steps) { generator in
                ReportVisit(reporters, clock: clock, generator: generator)
            },
        ]
    }

    private var registrar: Registrar { Registrar(authority: authority, jurisdiction: jurisdiction) }

    /// Registers phones before the day, some at the same time.
    private func register(_ count: Int, _ preparation: LoadPreparation) async throws -> [AccountMessages] {
        var generator = SeededGenerator(seed: seed)
        let keys = (0..<count).map { _ in PrivateAgreementKey.generate(using: &generator) }
        return try await withThrowingTaskGroup(of: AccountMessages.self) { [registrar] group in
            var accounts: [AccountMessages] = []
            for (number, key) in keys.enumerated() {
                if number >= Self.registrationsAtOnce, let account = try await group.next() {
                    accounts.append(account)
                }
                group.addTask {
                    let answer = try await preparation.send(try registrar.request(of: key), as: RegistrationVisit.kind)
                    return try registrar.account(of: key, answer: answer.body)
                }
            }
            for try await account in group {
                accounts.append(account)
            }
            return accounts
        }
    }

    private static let registrationsAtOnce = 32

    /// An account may ask for attestations four times a day, and report three times in ninety days. Half of that leaves
    /// room for chance.
    static func accountCount(_ day: DayOfVisits) -> Int {
        let wanted = max(day.attestations / 2, day.cases / 1.5).rounded(.up)
        return Int(min(max(wanted, 10), Double(maxAccounts)))
    }

    /// An authority takes 1000 registrations from a district in an hour, by default.
    private static let maxAccounts = 800
}
