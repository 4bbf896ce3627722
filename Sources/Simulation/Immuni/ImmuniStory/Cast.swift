import ExposurePrimitives
import HTTPTransport
import ImmuniAPI
import ImmuniClient
import ImmuniDemoServers
import KeyExport
import MessageSignatures
import StoryKit
import WireFormat

/// The people of the story and their surroundings.
struct Cast {
    /// Tests positive.
    let anna: StoryPhone
    /// Meets Anna.
    let bruno: StoryPhone
    /// Is far away from both.
    let carla: StoryPhone
    /// Has an Android phone, and met nobody.
    let dora: AndroidPhone
    let healthcareOperator: HealthcareOperator
    let servers: DemoServers
    let clock: StoryClock
    let narrator: Narrator
    /// The reports that the iPhones sent.
    let reports: SentReports
    private let transports: [HTTPPhoneTransport]

    /// The province where all of them live.
    static let province: Province = {
        guard let province = Province(code: "RM") else {
            preconditionFailure("RM is the code of a province")
        }
        return province
    }()

    /// The phones' positions, in metres along a line from the first.
    static let metres = [0, 1.5, 20]

    init(servers: DemoServers, options: StoryOptions, clock: StoryClock, narrator: Narrator) throws {
        let phoneTransport = try Self.transport(to: servers.publicURL, trust: servers.phoneTrust)
        let operatorTransport = try Self.transport(to: servers.internalURL, trust: servers.operatorTrust)
        let verifier = try ExportVerifier(keys: [
            ExportVerificationKey(options.exportPublicKeyPEM ?? servers.exportPublicKeyPEM)
        ])
        let messageVerifier = try servers.messagePublicKeyPEM.map { pem in
            try MessageVerifier(keys: [MessageVerificationKey(pem: pem)])
        }
        let app = MobileClient.App(platform: .iOS, build: 1, exportVerifier: verifier, messageVerifier: messageVerifier)
        let reports = SentReports(clock: clock)
        func phone(of name: String) throws -> StoryPhone {
            try StoryPhone(
                name: name,
                app: app,
                transport: NarratingTransport(
                    base: phoneTransport,
                    narrator: narrator,
                    speaker: name,
                    observe: { request, _ in reports.note(request) }
                ),
                evidence: .apple(servers.iPhone(of: name), .deviceCheck),
                clock: clock,
                narrator: narrator
            )
        }
        anna = try phone(of: "Anna")
        bruno = try phone(of: "Bruno")
        carla = try phone(of: "Carla")
        dora = AndroidPhone(
            name: "Dora",
            client: AnalyticsClient(
                transport: NarratingTransport(base: phoneTransport, narrator: narrator, speaker: "Dora"),
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
        healthcareOperator = HealthcareOperator(
            transport: NarratingTransport(base: operatorTransport, narrator: narrator, speaker: "Operator")
        )
        (self.servers, self.clock, self.narrator, self.reports) = (servers, clock, narrator, reports)
        transports = [phoneTransport, operatorTransport]
    }

    /// The phones, Anna's first.
    var phones: [StoryPhone] { [anna, bruno, carla] }
    var devices: [StoryDevice] { phones.map(\.device) }

    /// Closes the phones' connections.
    func leave() async throws {
        for transport in transports {
            try await transport.shutDown()
        }
    }

    private static func transport(to text: String, trust: ServerTrust) throws -> HTTPPhoneTransport {
        guard let url = ServerURL(text) else {
            throw StoryError.unusableServerURL(text)
        }
        return HTTPPhoneTransport(to: url, timeout: HTTPPhoneTransport.patience, trust: trust)
    }
}
