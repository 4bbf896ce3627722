import ExposurePrimitives
import GAENCore
import ProximityRadio
import Testing

@Suite("The framework's advertisement")
struct GAENAdvertisementTests {
    /// A real beacon received in June 2020, and the packet that must have carried it.
    private static let serviceData = "1b013a80678747f73b140e8e3e46a3aa919c3296"
    private static let packet = "02011a03036ffd17166ffd" + serviceData

    @Test("is written as specified")
    func writing() throws {
        let advertisement = try GAENAdvertisement(serviceData: try #require(Hex.decode(Self.serviceData)))
        #expect(Hex.encode(advertisement.packet) == Self.packet)
        #expect(advertisement.packet.count == 31)
        #expect(Hex.encode(advertisement.serviceData) == Self.serviceData)
    }

    @Test("is read back")
    func reading() throws {
        let advertisement = try GAENAdvertisement(packet: try #require(Hex.decode(Self.packet)))
        #expect(Hex.encode(advertisement.identifier.bytes) == "1b013a80678747f73b140e8e3e46a3aa")
        #expect(Hex.encode(advertisement.metadata.bytes) == "919c3296")
    }

    @Test("is refused with one byte less or more", arguments: [-1, 1])
    func length(change: Int) throws {
        let packet = try #require(Hex.decode(Self.packet))
        let wrong = change < 0 ? Array(packet.dropLast()) : packet + [0]
        #expect(throws: GAENAdvertisementError.wrongPacketLength(31 + change)) { try GAENAdvertisement(packet: wrong) }
        let data = try #require(Hex.decode(Self.serviceData))
        let wrongData = change < 0 ? Array(data.dropLast()) : data + [0]
        let error = GAENAdvertisementError.wrongServiceDataLength(20 + change)
        #expect(throws: error) { try GAENAdvertisement(serviceData: wrongData) }
    }

    @Test("is refused if any byte before the service data differs", arguments: 0..<11)
    func head(position: Int) throws {
        var packet = try #require(Hex.decode(Self.packet))
        packet[position] ^= 1
        #expect(throws: GAENAdvertisementError.notExposureNotification) { try GAENAdvertisement(packet: packet) }
    }
}
