import ExposurePrimitives
import Foundation
import HTTPTransport
import PhonePorts
import Synchronization
import WireFormat

/// Where a phone of another process of the cast is reached: a file in the cast's folder, which only its user can read.
struct NeighbourFile: Codable, Sendable {
    let name: String
    let port: Int
    /// What whoever speaks for the air shows.
    let secret: String

    private static let prefix = "nearby-"

    static func all(in folder: URL) -> [NeighbourFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).flatMap {
                try? JSONDecoder().decode(NeighbourFile.self, from: $0)
            }
        }
    }

    private func file(in folder: URL) -> URL {
        folder.appending(path: Self.prefix + name)
    }

    func write(in folder: URL) throws {
        try? FileManager.default.removeItem(at: file(in: folder))
        guard
            FileManager.default.createFile(
                atPath: file(in: folder).path,
                contents: try JSONEncoder().encode(self),
                attributes: [.posixPermissions: 0o600]
            )
        else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    func remove(in folder: URL) {
        try? FileManager.default.removeItem(at: file(in: folder))
    }
}

/// The antenna of a phone in another process, over loopback. A phone that does not answer is silent and deaf.
final class Neighbour: ProximityPeer {
    private let transport: HTTPTransport
    private let secret: String

    init?(_ file: NeighbourFile) {
        guard let url = ServerURL("http://127.0.0.1:\(file.port)") else {
            return nil
        }
        transport = HTTPTransport(HTTPTransport.Configuration(downloadURL: url, uploadURL: url, timeout: 5))
        secret = file.secret
    }

    func leave() async {
        try? await transport.shutDown()
    }

    func broadcast(at time: UnixTime) async -> Broadcast? {
        guard let answer = await ask("/air/broadcast", AirQuestion(time: time.seconds)) else {
            return nil
        }
        return (try? JSONDecoder().decode(AirBroadcast.self, from: Data(answer)))?.broadcast
    }

    func receive(_ heard: [ReceivedAdvertisement]) async {
        _ = await ask("/air/receive", heard.map(AirAdvertisement.init))
    }

    private func ask(_ path: String, _ body: some Encodable) async -> [UInt8]? {
        guard let body = try? JSONEncoder().encode(body) else {
            return nil
        }
        let request = PhoneRequest(
            host: .download,
            method: .post,
            target: path,
            headers: [
                .init("Authorization", "Bearer \(secret)"), .init("Content-Type", "application/json"),
                .init("Content-Length", "\(body.count)"),
            ],
            body: Array(body)
        )
        guard let answer = try? await transport.send(request), answer.status == 200 else {
            return nil
        }
        return answer.body
    }
}

/// When somebody listens.
struct AirQuestion: Codable, Sendable {
    let time: Int64
}

/// What a phone sends into the air; no packet while it is silent.
struct AirBroadcast: Codable, Sendable {
    let packet: [UInt8]?
    let address: UInt64?

    init(_ broadcast: Broadcast?) {
        packet = broadcast?.packet
        address = broadcast?.address.rawValue
    }

    var broadcast: Broadcast? {
        guard let packet, let address = address.flatMap({ RadioAddress(rawValue: $0) }) else {
            return nil
        }
        return Broadcast(packet: packet, address: address)
    }
}

/// What a phone hears.
struct AirAdvertisement: Codable, Sendable {
    let packet: [UInt8]
    let rssi: Int8
    let time: Int64
    let previousScan: Int64?

    init(_ heard: ReceivedAdvertisement) {
        packet = heard.packet
        rssi = heard.rssi
        time = heard.time.seconds
        previousScan = heard.previousScan?.seconds
    }

    var heard: ReceivedAdvertisement {
        ReceivedAdvertisement(
            packet: packet,
            rssi: rssi,
            time: UnixTime(time),
            previousScan: previousScan.map { UnixTime($0) }
        )
    }
}
