import Foundation
import ImmuniAPI
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
    /// The build of the app that is installed.
    var build = 1
    var mishaps = Mishaps()

    /// What a tester lets go wrong.
    struct Mishaps: Codable, Equatable, Sendable {
        var network = Network.works
        /// An operating system from before the framework.
        var isSystemOld = false
        /// The same of Google Play services.
        var areServicesOld = false
        /// A radio that can do Bluetooth Low Energy.
        var hasRadio = true
        var isStorageFull = false
    }

    /// How requests fare.
    enum Network: String, Codable, CaseIterable, Sendable {
        case works
        /// Nothing gets through.
        case isOff
        /// The server hears everything, and the phone no answer.
        case losesAnswers
        /// Something on the way answers that it does not want it.
        case refuses
    }

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

    /// Android of 2020 lets every app notify until its owner forbids it.
    func notificationPermission(on platform: SettingsRequest.Platform) -> PhoneFacts.NotificationPermission {
        mayNotify.map { $0 ? .granted : .refused } ?? (platform == .android ? .granted : .notDetermined)
    }

    var bluetooth: BluetoothState {
        mishaps.hasRadio ? isBluetoothOn ? .on : .off : .unsupported
    }
}
