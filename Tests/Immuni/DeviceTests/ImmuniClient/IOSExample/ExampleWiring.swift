import ExposureFramework
import ExposurePrimitives
import Foundation
import ImmuniClient
import PhonePorts
import URLSessionTransport
import WireFormat

/// Framework and app with the ports of a phone. Each has its own storage and vault.
struct ExamplePhone {
    let framework: PortableExposureFramework
    let client: MobileClient

    /// - Throws: if the phone was not unlocked since its start; try again later.
    init(
        app: MobileClient.App,
        folder: URL,
        vaults: (framework: any KeyVault, app: any KeyVault),
        radio: any BluetoothRadio,
        prompts: any PhonePrompts & ExposureAlerts,
        system: any PhoneSystem,
        notifications: any PhoneNotifications,
        scheduler: any PhoneScheduler,
        transport: any PhoneTransport,
        evidence: MobileClient.Evidence,
        clock: any WallClock
    ) throws {
        framework = try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: radio,
                storage: AppFiles(folder: folder.appending(path: "framework")),
                vault: vaults.framework,
                prompts: prompts,
                alerts: prompts,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            ),
            options: FrameworkOptions()
        )
        client = try MobileClient(
            app: app,
            phone: MobileClient.Phone(
                framework: framework,
                transport: transport,
                notifications: notifications,
                system: system,
                evidence: evidence,
                scheduler: scheduler,
                storage: AppFiles(folder: folder.appending(path: "app")),
                vault: vaults.app,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }
}

#if canImport(Security)
    extension ExamplePhone {
        /// The transport to the authority's servers.
        ///
        /// - Parameter authority: DER of the certificate authority, in the app's bundle.
        static func transport(believing authority: [UInt8]) -> URLSessionPhoneTransport? {
            guard let download = ServerURL("https://get.example.org"),
                let upload = ServerURL("https://upload.example.org")
            else {
                return nil
            }
            return URLSessionPhoneTransport(
                to: .init(download: download, upload: upload, analytics: upload),
                believing: [authority]
            )
        }
    }
#endif
