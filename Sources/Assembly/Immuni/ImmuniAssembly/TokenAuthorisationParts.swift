import ImmuniAnalytics
import AppleDeviceCheck
import ClockPorts
import DeviceAttestation
import ExposurePrimitives
import Foundation
import Logging
import Persistence
import ServiceKit
import SQLiteAnalyticsStores
import SQLiteEngine

/// The parts that authorise analytics tokens, as far as the settings allow.
struct TokenAuthorisationParts {
    let requests: any TokenAuthorisation
    let activities: [@Sendable () async -> Void]

    init(
        _ configuration: AuthorisationConfiguration,
        database: SQLiteDatabase,
        attestation: any AttestationVerifier,
        pool: WorkPool,
        clock: any WallClock,
        trusted: any TrustedClock,
        pacemaker: any Pacemaker,
        steps: any StepObserver,
        logger: Logger
    ) throws {
        let jobs = SQLiteAuthorisations(database)
        let deviceCheck = try Self.deviceCheck(configuration, clock: clock, logger: logger)
        let isOff = configuration.policy != .appAttest && deviceCheck == nil
        requests = RequestedAuthorisation(
            tokens: SQLiteAnalyticsTokens(database),
            jobs: jobs,
            attestation: attestation,
            pool: pool,
            policy: isOff ? nil : configuration.policy,
            clock: clock,
            limits: configuration.limits,
            steps: steps
        )
        guard !isOff else {
            logger.record(AuthorisationEvent.off)
            activities = []
            return
        }
        let runner = AuthorisationRunner(
            store: jobs,
            limits: configuration.limits,
            deviceCheck: deviceCheck,
            timing: AuthorisationTiming(
                maxReadTime: configuration.maxReadTime,
                longestCall: deviceCheck?.longestCall ?? .zero
            ),
            clock: clock,
            trusted: trusted,
            pacemaker: pacemaker,
            steps: steps,
            logger: logger
        )
        activities = [
            {
                await runner.run()
                try? await deviceCheck?.shutDown()
            }
        ]
    }

    private static func deviceCheck(
        _ configuration: AuthorisationConfiguration,
        clock: any WallClock,
        logger: Logger
    ) throws -> AppleDeviceCheckClient? {
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
            clock: clock,
            keyWasRefused: { logger.record(AuthorisationEvent.keyRefused) }
        )
    }

    private static func privateContent(of path: String) throws -> [UInt8] {
        try PrivateFile.check(path)
        return try content(of: path)
    }

    private static func content(of path: String) throws(AssemblyError) -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path)
        }
        return Array(content)
    }
}
