import ExposurePrimitives
import GAENCore
import HeraldPayloads
import PhonePorts
import ProximityRadio

/// What somebody near a phone with both schemes hears of it at a moment.
struct AirSignals: Sendable {
    /// The framework's.
    private let address: RadioAddress
    private let identifier: [UInt8]
    /// The exchange's.
    private let exchangeAddress: RadioAddress
    private let key: [UInt8]

    /// - Parameters:
    ///   - packet: the framework's.
    ///   - exchange: the connectable packet.
    ///   - identity: the value that a caller reads first.
    init(packet: Broadcast, exchange: Broadcast, identity: [UInt8]) throws {
        address = packet.address
        identifier = try GAENAdvertisement(packet: packet.packet).identifier.bytes
        exchangeAddress = exchange.address
        key = Array(identity.dropFirst(HeraldHeader.size))
    }

    /// Whether anything is not as in `earlier`.
    func differ(from earlier: AirSignals) -> Bool {
        address != earlier.address || identifier != earlier.identifier || exchangeAddress != earlier.exchangeAddress
            || key != earlier.key
    }

    /// Whether both schemes have one address, and nothing is left of `earlier`.
    func areAllNew(after earlier: AirSignals) -> Bool {
        address == exchangeAddress && address != earlier.address && identifier != earlier.identifier
            && key != earlier.key
    }

    /// The beginning of each.
    var text: String {
        let addresses = Set([address, exchangeAddress]).map { Self.text(of: $0) }.sorted()
        return """
            address \(addresses.joined(separator: " and ")), identifier \(Self.start(of: identifier)), \
            key \(Self.start(of: key))
            """
    }

    private static func text(of address: RadioAddress) -> String {
        Hex.encode((0..<6).reversed().map { UInt8(truncatingIfNeeded: address.rawValue >> (8 * $0)) })
    }

    private static func start(of bytes: [UInt8]) -> String { "\(Hex.encode(bytes.prefix(6)))…" }
}
