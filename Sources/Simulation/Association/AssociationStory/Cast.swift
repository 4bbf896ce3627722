import AssociationAPI
import AssociationClient
import AssociationDemo
import AssociationProtocol
import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import StoryKit

/// The people of the story and their surroundings.
struct Cast {
    /// Tests positive.
    let anna: StoryPhone
    /// Meets Anna.
    let bruno: StoryPhone
    /// Is in the same hall, some metres away.
    let carla: StoryPhone
    /// Is near Anna, and her phone takes part from the last five minutes on.
    let dora: StoryPhone
    /// Is somewhere else.
    let emil: StoryPhone
    let attacker: StoryAttacker
    let staff: AuthorityOperator
    let connection: StoryConnection
    let servers: AssociationDemoServers
    let clock: StoryClock
    let narrator: Narrator

    /// Metres from Anna to Bruno, and to Carla.
    static let nearMetres = 1.5
    static let farMetres = 6.0
    /// Minutes that Dora stays.
    static let shortMinutes = 5
    static let district = required(PostalDistrict("0018"))

    init(servers: AssociationDemoServers, clock: StoryClock, narrator: Narrator) throws {
        let connection = try StoryConnection(to: servers)
        let app = try servers.app()
        func phone(of name: String) throws -> StoryPhone {
            try StoryPhone(name: name, app: app, transport: connection, clock: clock, narrator: narrator)
        }
        anna = try phone(of: "Anna")
        bruno = try phone(of: "Bruno")
        carla = try phone(of: "Carla")
        dora = try phone(of: "Dora")
        emil = try phone(of: "Emil")
        staff = try AuthorityOperator(of: servers, narrator: narrator)
        attacker = try StoryAttacker(of: servers, district: Self.district)
        (self.connection, self.servers, self.clock, self.narrator) = (connection, servers, clock, narrator)
    }

    var phones: [StoryPhone] { [anna, bruno, carla, dora, emil] }

    /// Closes all connections.
    func leave() async throws {
        try await connection.shutDown()
        try await attacker.shutDown()
        try await staff.shutDown()
    }

    private static func required<Value>(_ value: Value?) -> Value {
        guard let value else {
            preconditionFailure("a district of the story is valid")
        }
        return value
    }
}
