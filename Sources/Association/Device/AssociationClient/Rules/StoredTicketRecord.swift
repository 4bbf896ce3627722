import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// A ticket that this phone issued, in its log: alerts are confirmed by it.
struct StoredTicketRecord: Codable, Hashable, Sendable {
    /// Profile 1 ‖ interval 4 ‖ country 2 ‖ state 2 ‖ digest of the handle 32 ‖ receiver's ClientID 32 ‖ its key 32.
    private let content: StoredBytes
    let side: ExchangeSide

    init(_ record: IssuedTicketRecord, from side: ExchangeSide) {
        self.side = side
        let place = [UInt8](record.jurisdiction.country) + [UInt8](record.jurisdiction.state)
        let head = [record.profile.rawValue] + [UInt8](record.interval.number) + place
        let receiver = record.receiver.exposedBytes + record.receiverKey.bytes.bytes
        content = StoredBytes(head + record.handleDigest.bytes + receiver)
    }

    var interval: AssociationInterval {
        AssociationInterval(content.bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    var record: IssuedTicketRecord {
        get throws(AssociationError) {
            var reader = ByteReader(content.bytes, failure: AssociationError.wrongLength(content.bytes.count))
            guard let profile = RadioProfile(rawValue: try reader.read(UInt8.self)) else {
                throw .malformed
            }
            let interval = AssociationInterval(try reader.read(UInt32.self))
            let country = try reader.read(UInt16.self)
            let jurisdiction = Jurisdiction(country: country, state: try reader.read(UInt16.self))
            guard let digest = Bytes32(try reader.readBytes(Bytes32.count)) else {
                throw .malformed
            }
            let receiver = try ClientID(reader.readBytes(Bytes32.count))
            return IssuedTicketRecord(
                profile: profile,
                interval: interval,
                jurisdiction: jurisdiction,
                handleDigest: digest,
                receiver: receiver,
                receiverKey: try PublicAgreementKey(reader.readRest())
            )
        }
    }
}
