import AssociationAPI
import AssociationClient
package import AssociationProtocol
package import ExposurePrimitives
package import HeraldPayloads
package import LoadGeneration
package import PhonePorts
import WireFormat

extension PhoneHost {
    /// Issues codes for reports, on the internal network.
    package static let codes = PhoneHost("codes")
}

/// The association's phones, and the operators who give out codes.
package struct AssociationDay: LoadWorkflow {
    package let traffic: any LoadTraffic
    private let clock: any WallClock
    private let authority: PublicAgreementKey
    private let jurisdiction: Jurisdiction
    private let seed: UInt64

    /// - Parameters:
    ///   - authority: the key with which phones agree on their secrets.
    ///   - seed: of the accounts that exist before the day.
    package init(
        _ traffic: AssociationTraffic,
        clock: any WallClock,
        authority: PublicAgreementKey,
        jurisdiction: Jurisdiction,
        seed: UInt64
    ) {
        (self.traffic, self.clock, self.authority) = (traffic, clock, authority)
        (self.jurisdiction, self.seed) = (jurisdiction, seed)
    }

    package var hosts: [PhoneHost: LoadListener] { [.authority: .public, .codes: .internal] }

    package func visits(of plan: DayPlan, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let accounts = try await register(Self.accountCount(plan), preparation)
        // Each kind of visit takes turns of its own, so no account does one thing too often.
        let (slots, askers, reporters) = (KnownAccounts(accounts), KnownAccounts(accounts), KnownAccounts(accounts))
        let (clock, registrar) = (clock, registrar)
        return [
            LoadVisit(plan["registration"]) { RegistrationVisit(registrar, clock: clock, generator: $0) },
            LoadVisit(plan["slot"]) { SlotVisit(slots, clock: clock, generator: $0) },
            LoadVisit(plan["attestations"]) { AttestationVisit(askers, clock: clock, generator: $0) },
            LoadVisit(plan["report"]) { ReportVisit(reporters, clock: clock, generator: $0) },
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
    static func accountCount(_ plan: DayPlan) -> Int {
        let wanted = max(plan["attestations"].perDay / 2, plan["report"].perDay / 1.5).rounded(.up)
        return Int(min(max(wanted, 10), Double(maxAccounts)))
    }

    /// An authority takes 1000 registrations from a district in an hour, by default.
    private static let maxAccounts = 800
}
