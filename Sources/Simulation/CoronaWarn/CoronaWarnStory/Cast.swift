import CoronaWarnClient
import CoronaWarnConfiguration
import CoronaWarnDemo
import ExposurePrimitives
import KeyExport
import MessageSignatures
import StoryKit

/// The people of the story and their surroundings.
struct Cast {
    /// Tests positive.
    let anna: StoryPhone
    /// Meets Anna.
    let bruno: StoryPhone
    /// Is far away from both.
    let carla: StoryPhone
    /// Tests negative, and met nobody.
    let dora: StoryPhone
    /// Tested positive without a code, and met nobody.
    let emil: StoryPhone
    let staff: StoryStaff
    let connection: StoryConnection
    let servers: CoronaWarnDemoServers
    let clock: StoryClock
    let narrator: Narrator

    /// The positions of the phones, in metres along a line from the first. The published parameters count minutes up to
    /// 79 dB, which the radio's model reaches at 70 m. At 140 m signals still arrive, and none of them counts.
    static let metres: [Double] = [0, 1.5, 140, 5000, 9000]

    init(servers: CoronaWarnDemoServers, options: StoryOptions, clock: StoryClock, narrator: Narrator) async throws {
        let connection = try StoryConnection(to: servers)
        let app = CoronaWarnApp.App(
            platform: .iOS,
            keys: try AuthorityKeys(
                packages: try ExportVerifier(keys: [
                    ExportVerificationKey(options.exportPublicKeyPEM ?? servers.exportPublicKeyPEM)
                ]),
                messages: [try MessageVerificationKey(pem: servers.messagePublicKeyPEM)]
            )
        )
        func phone(of name: String) throws -> StoryPhone {
            try StoryPhone(name: name, app: app, transport: connection, clock: clock, narrator: narrator)
        }
        anna = try phone(of: "Anna")
        bruno = try phone(of: "Bruno")
        carla = try phone(of: "Carla")
        dora = try phone(of: "Dora")
        emil = try phone(of: "Emil")
        staff = try await StoryStaff(of: servers, clock: clock, narrator: narrator)
        (self.connection, self.servers, self.clock, self.narrator) = (connection, servers, clock, narrator)
    }

    /// Anna's first.
    var phones: [StoryPhone] { [anna, bruno, carla, dora, emil] }
    var devices: [StoryDevice] { phones.map(\.device) }
    /// Those that look for exposures at the end of the story, with their place among ``phones``.
    var listeners: [(place: Int, phone: StoryPhone)] { [(1, bruno), (2, carla), (3, dora)] }

    /// Closes all connections.
    func leave() async throws {
        try await connection.shutDown()
        try await staff.shutDown()
    }
}
