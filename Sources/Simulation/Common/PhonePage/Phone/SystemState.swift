import Foundation
import PhonePorts

/// The stored state of a simulated operating system.
struct SystemState: Codable, Equatable, Sendable {
    /// A BCP 47 tag.
    var language: String
    var isBluetoothOn = true
    var isLocationOn = true
    var mishaps = Mishaps()
    /// Nil in a file from before a phone could have several. It has the values of its only one beside the switches.
    private var clients: [ClientID: Client]?

    /// The system's state of one client.
    struct Client: Codable, Equatable, Sendable {
        /// Nil until the owner was asked.
        var mayNotify: Bool?
        var notifications: [PhoneNotification] = []
        /// The build that is installed.
        var build = 1
    }

    /// The state of a client; that of a new one if nothing is known.
    subscript(client: ClientID) -> Client {
        get { clients?[client] ?? Client() }
        set { clients = (clients ?? [:]).merging([client: newValue]) { _, new in new } }
    }

    /// The failures that a tester can switch on.
    struct Mishaps: Codable, Equatable, Sendable {
        var network = Network.works
        /// The operating system is from before the framework.
        var isSystemOld = false
        /// Google Play services are from before the framework.
        var areServicesOld = false
        /// The radio supports Bluetooth Low Energy.
        var hasRadio = true
        var isStorageFull = false
    }

    /// The condition of the network.
    enum Network: String, Codable, CaseIterable, Sendable {
        case works
        /// Nothing gets through.
        case isOff
        /// The server gets every request, but the phone gets no answer.
        case losesAnswers
        /// Something on the way refuses the requests.
        case refuses
    }

    init(language: String) {
        self.language = language
    }

    /// - Parameter first: the client that an older file, with the state of one, belongs to.
    static func load(from file: URL, language: String, first: ClientID?) -> SystemState {
        guard let data = try? Data(contentsOf: file),
            var state = try? JSONDecoder().decode(SystemState.self, from: data)
        else {
            return SystemState(language: language)
        }
        if state.clients == nil, let first, let older = try? JSONDecoder().decode(Client.self, from: data) {
            state[first] = older
        }
        return state
    }

    func save(to file: URL) {
        // If the file cannot be written, the tester's phone starts next time from the state before.
        try? JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    var bluetooth: BluetoothState { mishaps.hasRadio ? isBluetoothOn ? .on : .off : .unsupported }
}

extension SystemState.Client {
    /// In 2020, Android let every app notify until its owner forbade it.
    func notificationPermission(on platform: PhonePlatform) -> PhoneFacts.NotificationPermission {
        mayNotify.map { $0 ? .granted : .refused } ?? (platform == .android ? .granted : .notDetermined)
    }
}
