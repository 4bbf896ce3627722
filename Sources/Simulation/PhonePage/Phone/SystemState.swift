import Foundation
import PhonePorts

/// What the simulated operating system remembers of its phone.
struct SystemState: Codable, Equatable, Sendable {
    /// BCP 47.
    var language: String
    var isBluetoothOn = true
    var isLocationOn = true
    /// Nil until the owner was asked.
    var mayNotify: Bool?
    var notifications: [PhoneNotification] = []

    init(language: String) {
        self.language = language
    }

    static func load(from file: URL, language: String) -> SystemState {
        guard let data = try? Data(contentsOf: file),
            let state = try? JSONDecoder().decode(SystemState.self, from: data)
        else {
            return SystemState(language: language)
        }
        return state
    }

    func save(to file: URL) {
        // A tester's phone that cannot write goes on from the state before at its next start.
        try? JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    var notificationPermission: PhoneFacts.NotificationPermission {
        mayNotify.map { $0 ? .granted : .refused } ?? .notDetermined
    }
}
