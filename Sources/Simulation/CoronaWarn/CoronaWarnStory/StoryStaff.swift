import CoronaWarnAPI
import CoronaWarnAssembly
import CoronaWarnDemo
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import HTTPTransport
import LaboratoryFiles
import PhonePorts
import StoryKit
import WireFormat

/// Laboratory and hotline. They reach the internal listener, unlike any phone, with keys of their own.
struct StoryStaff: Sendable {
    private let transport: HTTPPhoneTransport
    private let narrator: Narrator
    private let laboratoryKey: String
    private let hotlineToken: String

    init(of servers: CoronaWarnDemoServers, clock: any WallClock, narrator: Narrator) async throws {
        guard let url = ServerURL(servers.internalURL) else {
            throw StoryError.unusableServerURL(servers.internalURL)
        }
        self.narrator = narrator
        let now = clock.now()
        let laboratory = NewAccessKey(for: "lab-demo", role: .laboratory, days: NewAccessKey.usualDays, now: now)
        let hotline = NewAccessKey(for: "hotline-demo", role: .hotline, days: NewAccessKey.usualDays, now: now)
        (laboratoryKey, hotlineToken) = (laboratory.exposedText, hotline.exposedText)
        _ = try await servers.system.laboratoryKeys().give(laboratory.key, replaces: false, reopens: true, now: now)
        _ = try await servers.system.operatorKeys().give(hotline.key, replaces: false, reopens: true, now: now)
        transport = HTTPPhoneTransport(to: PhoneServers([Self.host: url]), timeout: HTTPPhoneTransport.patience)
    }

    func shutDown() async throws {
        try await transport.shutDown()
    }

    /// Sends results as a laboratory's program does: one message of a file's lines.
    func send(_ results: [(code: TestCode, outcome: TestOutcome)], now: UnixTime) async throws {
        let lines = results.map { "\($0.code.exposedText),\($0.outcome)" }
        let text = (["code,result"] + lines).joined(separator: "\n") + "\n"
        guard let file = try? ResultFile(parsing: Array(text.utf8), kind: .pcr, now: now), file.problems.isEmpty else {
            throw StoryError.unusableResults
        }
        for message in ResultMessage.messages(of: file.good, maxCount: CoronaWarnLimits.resultCount) {
            let body = message.exposedBody(laboratoryID: LaboratoryID("Demo Laboratory"))
            _ = try await send(
                TestKind.pcr.resultsEndpoint,
                body,
                from: "Laboratory",
                with: laboratoryKey,
                expecting: 204
            )
        }
    }

    /// Asks for a teleTAN, as the hotline does for a person who telephones.
    func giveTeleTAN() async throws -> TeleTAN {
        let answer = try await send(
            CoronaWarnEndpoint.teleTAN,
            [],
            from: "Hotline",
            with: hotlineToken,
            headers: [.init(CoronaWarnHeader.teleTANType, TeleTANKind.test.rawValue)],
            expecting: 201
        )
        return try TeleTANAnswer(parsing: answer.body).teleTAN
    }

    private func send(
        _ endpoint: Endpoint,
        _ body: [UInt8],
        from speaker: String,
        with key: String,
        headers: [HTTPHeader] = [],
        expecting status: Int
    ) async throws -> HTTPAnswer {
        let content: [HTTPHeader] =
            body.isEmpty ? [] : [.init("Content-Type", MediaType.json.text)]
        let request = PhoneRequest(
            host: Self.host,
            method: endpoint.method,
            target: endpoint.path,
            headers: [.init("Authorization", "Bearer \(key)"), .init("Content-Length", String(body.count))] + content
                + headers,
            body: body
        )
        let response = try await NarratingTransport(base: transport, narrator: narrator, speaker: speaker).send(request)
        guard response.status == status else {
            throw StoryError.staffRefused(status: response.status)
        }
        return response
    }

    private static let host = PhoneHost("staff")
}
