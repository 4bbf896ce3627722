import AssociationAPI
import AssociationProtocol
import ClientKit
import ExposurePrimitives

/// An upload of a slot, before it is signed. It is signed when it leaves, so it is never too old.
enum SlotCall: SliceEffect {
    case right(StoredAccount, RightOrder)
    case batch(StoredAccount, BatchOrder)
    /// Looks like a request for a right.
    case decoyRight
    /// Looks like a batch.
    case decoyBatch

    /// The code and the digests, as the request's body has them.
    struct RightOrder: Equatable, Sendable {
        let body: StoredBytes
    }

    struct BatchOrder: Equatable, Sendable {
        let right: RightID
        let contacts: [StoredContact]
        let attempt: UInt32
        /// For boxes; nil for contacts that the authority validates.
        let boxSeed: StoredBytes?
    }

    /// The bytes of the request's body.
    func body(at now: UnixTime, using generator: inout some RandomNumberGenerator) throws(AssociationError) -> [UInt8] {
        switch self {
        case .decoyRight:
            let digests = (0..<AssociationLimits.batchCount).flatMap { _ in Bytes32.random(using: &generator).bytes }
            let code = ReportCode.generate(using: &generator).exposedSecret.exposedBytes
            let stranger = try Self.stranger(at: now, using: &generator)
            return try Self.rightRequest(code + digests, by: stranger, at: now, using: &generator)
        case .decoyBatch:
            let stranger = try Self.stranger(at: now, using: &generator)
            return try UploadBatch(
                registration: stranger.registration,
                right: .random(using: &generator),
                records: []
            ).exposedBytes(size: AssociationLimits.batchSize, authenticatedBy: stranger.keys)
        case .right(let account, let order):
            let owner = (try account.registrationID, try account.requestKeys(at: now))
            return try Self.rightRequest(order.body.bytes, by: owner, at: now, using: &generator)
        case .batch(let account, let order):
            return try Self.batch(order, of: account, at: now, using: &generator)
        }
    }

    /// An account that does not exist, so a decoy tells the authority nothing about its phone.
    private static func stranger(
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> (registration: RegistrationID, keys: DayKeys) {
        let chain = try ChainKey(day: now.utcDay, bytes: SecretBytes(Bytes32.random(using: &generator).bytes))
        return (.random(using: &generator), try chain.dayKeys(on: now.utcDay))
    }

    private static func rightRequest(
        _ body: [UInt8],
        by owner: (registration: RegistrationID, keys: DayKeys),
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> [UInt8] {
        try SignedRequest(
            purpose: .right,
            registration: owner.registration,
            time: now,
            nonce: Bytes16.random(using: &generator),
            body: body
        ).exposedBytes(authenticatedBy: owner.keys)
    }

    private static func batch(
        _ order: BatchOrder,
        of account: StoredAccount,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> [UInt8] {
        let moment = try AuthenticatorMoment(time: now, microseconds: 0)
        var records: [UploadRecord] = []
        let seed = order.boxSeed.map { SecretBytes($0.bytes) }
        for contact in order.contacts {
            records.append(try contact.record(seed: seed, at: moment, sequence: order.attempt, using: &generator))
        }
        return try UploadBatch(
            registration: account.registrationID,
            right: order.right,
            records: records
        ).exposedBytes(size: AssociationLimits.batchSize, authenticatedBy: account.requestKeys(at: now))
    }
}

/// The answer to an upload of a slot.
enum CallAnswer: Sendable {
    /// To a decoy. It means nothing.
    case decoy
    case right(Result<RightAnswer, AuthorityFailure>)
    /// Nil if the batch has left and was answered.
    case batch(AuthorityFailure?)
}
