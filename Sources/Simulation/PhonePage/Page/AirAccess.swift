import ExposurePrimitives
package import Foundation
import HTTPTypes
import PhonePorts
import ProximityRadio
import ServiceKit
import WebPages
import WireFormat

/// The door of a phone to the simulated air for phones of other processes of its cast. Whoever knocks shows the secret of
/// the phone's file.
package struct AirAccess: Sendable {
    private let folder: URL
    private let secret: String

    /// - Parameter folder: of the cast.
    package init(folder: URL) {
        self.folder = folder
        secret = "\(UUID().uuidString)\(UUID().uuidString)"
    }

    /// Lets other processes find the phone, until `withdraw`.
    package func announce(_ name: PhoneName, port: Int) throws {
        try file(name, port: port).write(in: folder)
    }

    package func withdraw(_ name: PhoneName) {
        file(name, port: 0).remove(in: folder)
    }

    private func file(_ name: PhoneName, port: Int) -> NeighbourFile {
        NeighbourFile(name: name.text, port: port, secret: secret)
    }

    func routes(of phone: SimulatedPhone) -> [Route] {
        [
            route("/air/broadcast") { (question: AirQuestion) in
                AirBroadcast(await phone.parts.system.antenna.broadcast(at: UnixTime(question.time)))
            },
            route("/air/receive") { (heard: [AirAdvertisement]) in
                await phone.parts.system.antenna.receive(heard.map(\.heard))
                return heard.count
            },
        ]
    }

    private func route<Question: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ path: String,
        _ answer: @escaping @Sendable (Question) async -> Answer
    ) -> Route {
        .page(.post, path) { request in
            guard request.headers[.authorization] == "Bearer \(secret)",
                let question = try? JSONDecoder().decode(Question.self, from: Data(request.body))
            else {
                return ServiceResponse(status: 403)
            }
            let body = try JSONEncoder().encode(await answer(question))
            return ServiceResponse(
                status: 200,
                headers: [.contentType: "application/json"],
                body: .bytes(Array(body))
            )
        }
    }
}
