import ExposurePrimitives
import PhonePorts

/// What the process with a meeting asks of a client in another process.
struct ConnectionOrder: Codable, Sendable {
    let client: ClientID
    let step: Step

    enum Step: Codable, Sendable {
        /// To take part in a meeting of `host`, and to call others there under the name `caller`.
        case join(host: String, caller: String)
        case leave
        case advertise(time: Int64)
        case receive([ConnectableSignal])
        case read(uuid: String, connection: UInt64)
        case accept([UInt8], uuid: String, connection: UInt64)
        case forget(connection: UInt64)
    }
}

/// The answer of a client's side.
enum ConnectionReply: Codable, Sendable {
    case done
    /// It takes no part.
    case absent
    case joined([OfferedValue])
    case broadcast(AirBroadcast)
    case bytes([UInt8])
    case refused(code: UInt8)
}

/// A value that a client offers.
struct OfferedValue: Codable, Sendable {
    let uuid: String
    let isReadable: Bool
    let maxWriteLength: Int?

    init(_ value: ConnectionValue) {
        uuid = value.id.text
        isReadable = value.isReadable
        maxWriteLength = value.maxWriteLength
    }

    /// Nil for anything that no client offers.
    var value: ConnectionValue? {
        ConnectionValueID(text: uuid).flatMap {
            ConnectionValue($0, isReadable: isReadable, maxWriteLength: maxWriteLength)
        }
    }
}

/// A connectable packet that a client hears.
struct ConnectableSignal: Codable, Sendable {
    let heard: AirAdvertisement
    let address: UInt64

    init(_ signal: ConnectableAdvertisement) {
        heard = AirAdvertisement(signal.advertisement)
        address = signal.address.rawValue
    }

    var signal: ConnectableAdvertisement? {
        RadioAddress(rawValue: address).map { ConnectableAdvertisement(heard.heard, from: $0) }
    }
}

extension ConnectionValueID {
    var text: String { Hex.encode(uuid.bytes) }

    init?(text: String) {
        guard let bytes = Hex.decode(text), let uuid = Bytes16(bytes) else {
            return nil
        }
        self.init(uuid: uuid)
    }
}
