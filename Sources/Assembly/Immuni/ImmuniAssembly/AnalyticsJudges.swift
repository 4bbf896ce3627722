import AppleDeviceCheck
import CommonAssembly
package import DeviceAttestation
import ExposurePrimitives
import FileStorage
import Foundation
import ImmuniAnalytics
import Logging
import ServiceKit

/// The verifiers of the evidence that phones send to the Analytics Service.
package struct AnalyticsJudges: Sendable {
    /// Apple's DeviceCheck; nil if it is not used.
    let deviceCheck: (any DeviceCheck)?
    let appAttest: any AttestationVerifier
    let android: any AttestationVerifier
    /// Called when the verifiers are no longer used.
    let shutDown: @Sendable () async -> Void

    package init(
        deviceCheck: (any DeviceCheck)?,
        appAttest: any AttestationVerifier,
        android: any AttestationVerifier,
        shutDown: @escaping @Sendable () async -> Void = {}
    ) {
        self.deviceCheck = deviceCheck
        self.appAttest = appAttest
        self.android = android
        self.shutDown = shutDown
    }

    /// The verifiers that the settings name.
    init(of system: ImmuniSystem, logger: Logger) throws {
        let client = try Self.deviceCheck(of: system, logger: logger)
        self.init(
            deviceCheck: client,
            appAttest: system.settings.authorisation.policy == .deviceCheck
                ? AcceptedAttestations([:]) : try system.appAttestation(),
            android: try system.androidAttestation(logger: logger),
            shutDown: { try? await client?.shutDown() }
        )
    }

    private static func deviceCheck(of system: ImmuniSystem, logger: Logger) throws -> AppleDeviceCheckClient? {
        let configuration = system.settings.authorisation
        guard configuration.policy != .appAttest, let apple = configuration.apple else {
            return nil
        }
        var settings = AppleDeviceCheckClient.Configuration(teamID: apple.teamID, keyID: apple.keyID)
        settings.url = configuration.url
        settings.trustRoots = try configuration.trustRootFile.map(content)
        settings.timeout = configuration.timeout
        settings.attempts = configuration.attempts
        return try AppleDeviceCheckClient(
            settings,
            privateKeyPEM: SecretBytes(privateContent(of: apple.keyFile)),
            clock: system.realm.clock,
            keyWasRefused: { logger.record(AuthorisationEvent.keyRefused) }
        )
    }

    private static func privateContent(of path: String) throws -> [UInt8] {
        try PrivateFile.check(path)
        return try content(of: path)
    }

    private static func content(of path: String) throws(FileError) -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path)
        }
        return Array(content)
    }
}
