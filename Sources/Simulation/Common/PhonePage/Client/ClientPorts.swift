package import ExposureFramework
package import ExposurePrimitives
import FileStorage
import Foundation
package import PhonePorts
import ProximityRadio

/// What a simulated phone gives one of its clients. Nothing of it leads to another client, except the
/// phone's address on the air.
package struct ClientPorts: Sendable {
    package let platform: PhonePlatform
    /// The installed build, from 1.
    package let build: Int
    package let transport: any PhoneTransport
    package let system: ClientSystem
    /// The client's own files and key, apart from the framework's.
    package let storage: any PhoneStorage
    package let vault: any KeyVault
    package let clock: any WallClock
    private let folder: URL

    init(
        _ client: ClientID,
        in folder: URL,
        of phone: SimulatedSystem,
        transport: any PhoneTransport,
        clock: any WallClock
    ) throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        (self.folder, self.transport, self.clock) = (folder, transport, clock)
        platform = phone.platform
        build = phone.state[client].build
        system = ClientSystem(phone: phone, client: client)
        storage = try Self.storage(Self.appFolder, in: folder, of: phone)
        vault = FileKeyVault(file: folder.appending(path: "\(Self.appFolder).key"))
    }

    /// The client's own instance of the framework, on its own files and radio.
    ///
    /// A real phone has one framework for one app at a time. Its keys, permission, limits and deletion belong to that
    /// app, so two clients cannot share it without sharing state.
    ///
    /// - Parameter todaysKey: as the client's servers expect it.
    package func makeFramework(todaysKey: FrameworkOptions.TodaysKey = .shortened) throws -> PortableExposureFramework {
        var options = FrameworkOptions(
            calibration: RadioCalibration(transmitPower: Self.transmitPower, receiveCorrection: 0, confidence: .high)
        )
        options.todaysKey = todaysKey
        options.rotation = system.phone.rotation
        let framework = try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: system.antenna,
                storage: Self.storage("framework", in: folder, of: system.phone),
                vault: FileKeyVault(file: folder.appending(path: "framework.key")),
                prompts: system,
                alerts: system,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            ),
            options: options
        )
        system.phone.frameworkAddress.add(FrameworkAddress(of: framework))
        return framework
    }

    private static func storage(_ name: String, in folder: URL, of phone: SimulatedSystem) throws -> SimulatedStorage {
        SimulatedStorage(base: try FilePhoneStorage(folder: folder.appending(path: name)), system: phone)
    }

    /// The name of the client's files in its folder.
    static let appFolder = "app"
    /// dBm; a value captured from real phones in 2020.
    static let transmitPower: Int8 = -14
}
