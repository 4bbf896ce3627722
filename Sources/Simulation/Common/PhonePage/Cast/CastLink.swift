import ExposurePrimitives
import Foundation
import HTTPTransport
import PhonePorts
import WireFormat

/// The requests between members of a cast over loopback; all are POST requests.
enum CastQuestion {
    static let clients: StaticString = "/cast/clients"
    static let broadcast: StaticString = "/cast/broadcast"
    static let receive: StaticString = "/cast/receive"
    static let runDueTasks: StaticString = "/cast/due"
    static let setWatched: StaticString = "/cast/watched"
    static let order: StaticString = "/cast/order"
    static let connection: StaticString = "/cast/connection"
    static let call: StaticString = "/cast/call"
}

/// A member of the cast in another process, over loopback.
struct CastLink: Sendable {
    private let transport: HTTPPhoneTransport
    private let secret: String

    init?(_ file: CastMemberFile) {
        guard let url = ServerURL("http://127.0.0.1:\(file.port)") else {
            return nil
        }
        transport = HTTPPhoneTransport(to: url, timeout: Self.timeout)
        secret = file.secret
    }

    func leave() async {
        try? await transport.shutDown()
    }

    /// Nil if no good answer came.
    func ask<Answer: Decodable>(_ question: StaticString, _ body: some Encodable) async -> Answer? {
        guard let body = try? JSONEncoder().encode(body) else {
            return nil
        }
        let request = PhoneRequest(
            host: .download,
            method: .post,
            target: "\(question)",
            headers: [
                .init("Authorization", "Bearer \(secret)"), .init("Content-Type", "application/json"),
                .init("Content-Length", "\(body.count)"),
            ],
            body: Array(body)
        )
        guard let answer = try? await transport.send(request), answer.status == 200 else {
            return nil
        }
        return try? JSONDecoder().decode(Answer.self, from: Data(answer.body))
    }

    /// Seconds: a detection, or an authority's decision about a token, takes some.
    private static let timeout: Int64 = 30
}

/// The antenna of a client on a phone in another process. A phone that does not answer neither sends nor receives.
struct Neighbour: ProximityPeer {
    let link: CastLink
    let client: ClientID

    func broadcast(at time: UnixTime) async -> Broadcast? {
        let answer: AirBroadcast? = await link.ask(
            CastQuestion.broadcast,
            AirQuestion(client: client, time: time.seconds)
        )
        return answer?.broadcast
    }

    func receive(_ heard: [ReceivedAdvertisement]) async {
        let _: Int? = await link.ask(
            CastQuestion.receive,
            AirReport(client: client, heard: heard.map(AirAdvertisement.init))
        )
    }
}

/// The time of a member's next task.
struct DueAnswer: Codable, Sendable {
    /// Seconds since 1970; nil for nothing.
    let next: Int64?

    init(_ next: UnixTime?) {
        self.next = next?.seconds
    }

    var time: UnixTime? { next.map { UnixTime($0) } }
}

/// The time at which somebody listens to a client's antenna.
struct AirQuestion: Codable, Sendable {
    let client: ClientID
    let time: Int64
}

/// The packets that an antenna sends; none while it is silent.
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

/// What an antenna receives.
struct AirReport: Codable, Sendable {
    let client: ClientID
    let heard: [AirAdvertisement]
}

/// A packet that an antenna receives.
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
