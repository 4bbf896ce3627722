import ExposurePrimitives
public import GAENCore

/// The broadcast of the Apple/Google framework (Bluetooth Specification v1.2.2, "Advertising Payload").
///
/// ```swift
/// let heard = try GAENAdvertisement(packet: bytes)
/// let sent = GAENAdvertisement(identifier: heard.identifier, metadata: heard.metadata).packet
/// ```
public struct GAENAdvertisement: Hashable, Sendable {
    public let identifier: RollingProximityIdentifier
    /// The Associated Encrypted Metadata.
    public let metadata: EncodedMetadata

    public init(identifier: RollingProximityIdentifier, metadata: EncodedMetadata) {
        self.identifier = identifier
        self.metadata = metadata
    }

    /// Reads the 20 bytes of service data: identifier, then encrypted metadata.
    public init(serviceData: some Collection<UInt8>) throws(GAENAdvertisementError) {
        guard serviceData.count == Self.serviceDataLength,
            let identifier = Bytes16(serviceData.prefix(Bytes16.count)),
            let metadata = EncodedMetadata(serviceData.dropFirst(Bytes16.count))
        else {
            throw .wrongServiceDataLength(serviceData.count)
        }
        self.init(identifier: RollingProximityIdentifier(identifier), metadata: metadata)
    }

    /// Reads the 31 bytes of a whole packet.
    ///
    /// Only the three sections of the specification, in its order, are accepted. Every phone sends them in this form,
    /// so another form is not a phone.
    public init(packet: some Collection<UInt8>) throws(GAENAdvertisementError) {
        guard packet.count == Self.packetLength else {
            throw .wrongPacketLength(packet.count)
        }
        guard packet.starts(with: Self.packetHead) else {
            throw .notExposureNotification
        }
        try self.init(serviceData: packet.dropFirst(Self.packetHead.count))
    }

    public var serviceData: [UInt8] { identifier.bytes + metadata.bytes }

    public var packet: [UInt8] { Self.packetHead + serviceData }

    public static let serviceDataLength = 20
    public static let packetLength = 31

    /// The head of a packet: flags, the complete list of 16-bit service UUIDs with 0xFD6F, and the head of 0xFD6F's
    /// service data.
    ///
    /// Numbers are little-endian, as everywhere in Bluetooth.
    private static let packetHead: [UInt8] = [0x02, 0x01, 0x1A, 0x03, 0x03, 0x6F, 0xFD, 0x17, 0x16, 0x6F, 0xFD]
}

/// The reason why bytes are not a broadcast of the framework.
public enum GAENAdvertisementError: Error, Equatable {
    /// The packet had this many bytes instead of 31.
    case wrongPacketLength(Int)
    /// The service data had this many bytes instead of 20.
    case wrongServiceDataLength(Int)
    /// The sections before the service data are not those of the specification.
    case notExposureNotification
}
