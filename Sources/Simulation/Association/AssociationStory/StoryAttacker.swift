import AssociationAPI
import AssociationClient
import AssociationDemo
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads
import PhonePorts
import StoryKit
import WireFormat

/// Somebody with programs of their own in place of the app.
struct StoryAttacker: Sendable {
    private let servers: AssociationDemoServers
    private let connection: StoryConnection
    private let district: PostalDistrict

    init(of servers: AssociationDemoServers, district: PostalDistrict) throws {
        (self.servers, self.district) = (servers, district)
        connection = try StoryConnection(to: servers)
    }

    func shutDown() async throws {
        try await connection.shutDown()
    }

    /// A new account.
    func register() async throws -> CraftedPhone {
        var generator = SystemRandomNumberGenerator()
        let key = PrivateAgreementKey.generate(using: &generator)
        let place = AssociationDemoServers.place
        let request = try RegistrationRequest(
            phoneKey: key.publicKey,
            jurisdiction: place,
            district: district,
            proof: []
        )
        let answer = try RegistrationAnswer(
            parsing: await post(AssociationEndpoint.registration, request.bytes, success: 200)
        )
        let secret = try RegistrationSecret(
            phone: key,
            authority: servers.agreementKey,
            registration: answer.registration,
            jurisdiction: place
        )
        return try CraftedPhone(answer, secret: secret, jurisdiction: place)
    }

    /// So many accounts, made at once.
    func register(_ count: Int) async throws -> [CraftedPhone] {
        try await withThrowingTaskGroup(of: CraftedPhone.self) { group in
            for _ in 0..<count {
                group.addTask { try await register() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Reports contacts with a code, completely.
    func report(_ drafts: [ContactDraft], from phone: CraftedPhone, code: ReportCode, now: UnixTime) async throws {
        let parts = try phone.report(drafts, now: now)
        let request = try phone.rightRequest(parts, code: code, now: now)
        let answer = try RightAnswer(parsing: await post(AssociationEndpoint.right, request, success: 200))
        guard let right = answer.right else {
            throw StoryError.unexpectedAnswer(from: AssociationEndpoint.right.path, status: 200)
        }
        // At once, because the authority answers each of them on its grid of time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Parts without a contact have one digest, so one of them stands for all.
            for part in Set(parts) {
                let upload = try phone.upload(part, right: right, now: now)
                group.addTask { _ = try await post(AssociationEndpoint.batch, upload, success: 202) }
            }
            try await group.waitForAll()
        }
    }

    private func post(_ endpoint: Endpoint, _ body: [UInt8], success: Int) async throws -> [UInt8] {
        let request = PhoneRequest(
            host: .authority,
            method: endpoint.method,
            target: endpoint.path,
            headers: [.init("Content-Type", MediaType.octets.text), .init("Content-Length", String(body.count))],
            body: body
        )
        let response = try await connection.send(request)
        guard response.status == success else {
            throw StoryError.unexpectedAnswer(from: endpoint.path, status: response.status)
        }
        return response.body
    }
}
