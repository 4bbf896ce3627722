import ExposurePrimitives
package import Foundation
import HTTPTypes
import PhoneSimulation
package import ServiceKit
import WireFormat

/// The interface of one member of a cast for members in other processes. Callers must know the secret of the member's
/// file.
package struct CastAccess: Sendable {
    private let folder: URL
    private let role: CastMemberFile.Role
    private let secret: String

    /// - Parameter folder: the cast's folder.
    package init(to name: PhoneName, in folder: URL) {
        self.init(role: .phone(name.text), folder: folder)
    }

    fileprivate init(role: CastMemberFile.Role, folder: URL) {
        (self.folder, self.role) = (folder, role)
        secret = "\(UUID().uuidString)\(UUID().uuidString)"
    }

    /// Lets other processes find the member, until `withdraw`.
    package func announce(port: Int) throws {
        try file(port: port).write(in: folder)
    }

    package func withdraw() {
        file(port: 0).remove(in: folder)
    }

    private func file(port: Int) -> CastMemberFile {
        CastMemberFile(role: role, port: port, secret: secret)
    }

    fileprivate func route<Question: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ path: StaticString,
        _ answer: @escaping @Sendable (Question) async throws -> Answer
    ) -> Route {
        .page(.post, "\(path)") { request in
            guard request.headers[.authorization] == "Bearer \(secret)",
                let question = try? JSONDecoder().decode(Question.self, from: Data(request.body))
            else {
                return ServiceResponse(status: 403)
            }
            let body = try JSONEncoder().encode(await answer(question))
            return ServiceResponse(status: 200, headers: [.contentType: "application/json"], body: .bytes(Array(body)))
        }
    }
}

// MARK: - A phone

extension CastAccess {
    func routes(of phone: SimulatedPhone, in cast: PhoneCast) -> [Route] {
        [
            route(CastQuestion.clients) { (_: Int) in phone.clients.map(\.id) },
            route(CastQuestion.broadcast) { (question: AirQuestion) in
                let antenna = await phone.parts.system.antenna(of: question.client)
                return AirBroadcast(await antenna.broadcast(at: UnixTime(question.time)))
            },
            route(CastQuestion.receive) { (report: AirReport) in
                await phone.parts.system.antenna(of: report.client).receive(report.heard.map(\.heard))
                return report.heard.count
            },
            route(CastQuestion.connection) { (order: ConnectionOrder) in
                await phone.follow(order) { name in
                    CastMemberFile.all(in: folder).first { $0.phone == name }.flatMap { CastLink($0) }
                }
            },
            route(CastQuestion.call) { (order: CallOrder) in await cast.calls.reply(to: order) },
            route(CastQuestion.runDueTasks) { (_: Int) in
                DueAnswer(await phone.runDueTasks())
            },
            route(CastQuestion.setWatched) { (isWatched: Bool) in
                await phone.setWatched(isWatched)
                return isWatched
            },
        ]
    }
}

// MARK: - An authority

/// The servers' interface for the cast whose clock they follow, on its own listener.
package struct CastAuthorityService: HostedService {
    package let name = "cast"
    package let refusals: any RefusalRenderer = EmptyRefusals()
    package let access: CastAccess
    private let authority: any CastAuthority

    /// - Parameter folder: the cast's folder.
    package init(to authority: any CastAuthority, in folder: URL) {
        self.authority = authority
        access = CastAccess(role: .authority, folder: folder)
    }

    package var internalRoutes: [Route] {
        [
            access.route(CastQuestion.runDueTasks) { (_: Int) in DueAnswer(await authority.runDueTasks()) },
            access.route(CastQuestion.order) { (order: AuthorityOrder) in
                try await authority.perform(order)
            },
        ]
    }

    package func checkHealth() async throws {}
}
