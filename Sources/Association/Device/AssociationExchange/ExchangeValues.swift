import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads
public import PhonePorts

/// The values and the packet with which phones find and serve each other. All identifiers were drawn at random once.
public enum ExchangeValues {
    /// Read: the identity. 37 or 101 bytes.
    public static let identity = id(1)
    /// Written: identity and seal of the caller. Read after it: the seal for the caller.
    public static let introduction = id(2)
    /// Written: seal and ticket by the caller. Read: those for the caller, if it cannot be called.
    public static let delivery = id(3)

    /// The values of a phone with `profile`.
    static func offered(_ profile: RadioProfile) -> [ConnectionValue] {
        let seal = HeraldHeader.size + SealPacket.size(profile)
        let identities = IdentityPacket.sizes(profile).max() ?? 0
        let ticket = HeraldHeader.size + TicketPacket.size(profile)
        return [
            ConnectionValue(identity, isReadable: true, maxWriteLength: nil),
            ConnectionValue(introduction, isReadable: true, maxWriteLength: HeraldHeader.size + identities + seal),
            ConnectionValue(delivery, isReadable: true, maxWriteLength: seal + ticket),
        ].compactMap(\.self)
    }

    /// The connectable packet: flags, then the service. It is the same on all phones, so it tells only that a phone
    /// takes part.
    ///
    /// Numbers are little-endian, as everywhere in Bluetooth.
    public static let packet: [UInt8] = [0x02, 0x01, 0x1A, 0x11, 0x07] + id(0).uuid.bytes.reversed()

    private static func id(_ number: UInt64) -> ConnectionValueID {
        ConnectionValueID(uuid: Bytes16(words: (0x67E3_42B7_C737_4844, 0xA894_F87A_4D9B_8C00 + number)))
    }
}

extension ConnectionRefusal {
    /// The code of `refusal` on the air.
    init(_ refusal: ExchangeRefusal) {
        guard let code = ConnectionRefusal(code: refusal.rawValue) else {
            preconditionFailure("the codes of exchanges are those of applications")
        }
        self = code
    }
}
