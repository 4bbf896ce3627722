import AssociationAPI
import AssociationClient
import AssociationProtocol
import HeraldPayloads
import LoadGeneration
import PhonePorts
import Synchronization

/// Makes registrations, and accounts of their answers.
struct Registrar: Sendable {
    let authority: PublicAgreementKey
    let jurisdiction: Jurisdiction

    func request(of key: PrivateAgreementKey) throws -> PhoneRequest {
        try AccountMessages.registration(of: key.publicKey, in: try district(), of: jurisdiction)
    }

    func account(of key: PrivateAgreementKey, answer: [UInt8]) throws -> AccountMessages {
        try AccountMessages(of: key, in: try district(), of: jurisdiction, answer: answer, by: authority)
    }

    private func district() throws -> PostalDistrict {
        guard let district = PostalDistrict("RM1") else {
            throw LoadFault("RM1 is no district")
        }
        return district
    }
}

/// Accounts that exist before the day. Each question comes from the next one.
final class KnownAccounts: Sendable {
    private let accounts: [AccountMessages]
    private let turn = Atomic<Int>(0)

    /// - Parameter accounts: at least one.
    init(_ accounts: [AccountMessages]) {
        self.accounts = accounts
    }

    func next() -> AccountMessages {
        accounts[turn.wrappingAdd(1, ordering: .relaxed).oldValue % accounts.count]
    }
}
