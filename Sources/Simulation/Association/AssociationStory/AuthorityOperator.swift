import AssociationAPI
import AssociationClient
import AssociationDemo
import AssociationProtocol
import ExposurePrimitives
import HTTPTransport
import PhonePorts
import StoryKit
import WireFormat

/// The operator of the authority, who reaches the internal listener, unlike any phone.
struct AuthorityOperator: Sendable {
    private let transport: HTTPPhoneTransport
    private let narrator: Narrator

    init(of servers: AssociationDemoServers, narrator: Narrator) throws {
        guard let url = ServerURL(servers.internalURL) else {
            throw StoryError.unusableServerURL(servers.internalURL)
        }
        self.narrator = narrator
        transport = HTTPPhoneTransport(to: PhoneServers([.authority: url]), timeout: HTTPPhoneTransport.patience)
    }

    func shutDown() async throws {
        try await transport.shutDown()
    }

    /// A code for a person who was infectious in the ten days before `now`.
    func code(now: UnixTime) async throws -> ReportCode {
        let today = now.utcDay
        let body = CodeRequest(window: today.advanced(byDays: -10)...today).body
        let endpoint = AssociationEndpoint.code
        let request = PhoneRequest(
            host: .authority,
            method: endpoint.method,
            target: endpoint.path,
            headers: [.init("Content-Type", MediaType.json.text), .init("Content-Length", String(body.count))],
            body: body
        )
        let speaking = NarratingTransport(base: transport, narrator: narrator, speaker: "Operator")
        let response = try await speaking.send(request)
        guard response.status == 200, let answer = CodeAnswer(parsing: response.body) else {
            throw StoryError.unexpectedAnswer(from: endpoint.path, status: response.status)
        }
        return answer.code
    }

    /// The authority's counters, by their names with labels.
    func counters() async throws -> [String: Int] {
        let response = try await transport.send(
            PhoneRequest(host: .authority, method: .get, target: "/metrics", headers: [])
        )
        guard response.status == 200 else {
            throw StoryError.unexpectedAnswer(from: "/metrics", status: response.status)
        }
        let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
        return lines.reduce(into: [:]) { counters, line in
            let parts = line.split(separator: " ")
            if parts.count == 2, let value = Double(parts[1]), let count = Int(exactly: value.rounded()) {
                counters[String(parts[0])] = count
            }
        }
    }

    /// Waits until a counter is above zero.
    ///
    /// - Returns: its value; 0 if it stays there for longer than the authority's jobs need.
    func waitForCounter(_ name: String) async throws -> Int {
        for _ in 0..<Self.looks {
            if let value = try await counters()[name], value > 0 {
                return value
            }
            // Real time: the authority's jobs use it, and nothing reports the end of one.
            try await Task.sleep(for: Self.pause)
        }
        return 0
    }

    /// Waits until the authority has looked at everything that arrived.
    func waitForValidation() async throws {
        for _ in 0..<Self.looks {
            if try await counters()["association_waiting_batches"] == 0 {
                return
            }
            // Real time, as above.
            try await Task.sleep(for: Self.pause)
        }
        throw StoryError.noEnd(of: "the validation")
    }

    private static let pause = Duration.milliseconds(100)
    /// The number of looks. Together they last several times as long as a round of the jobs.
    private static let looks = 300

    /// The refused records and batches, by their reason.
    func refusals() async throws -> [ValidationRefusal: Int] {
        let counters = try await counters()
        return ValidationRefusal.allCases.reduce(into: [:]) { refusals, reason in
            refusals[reason] = counters["association_refused_records_total{reason=\"\(reason.rawValue)\"}"]
        }
    }
}
