import DemoServing
package import HTTPTransport
import ImmuniAPI
import ImmuniClient
package import ImmuniDemoServers
import ImmuniPhonePage
import KeyExport
import MessageSignatures
package import PhonePage
package import PhonePorts
package import WireFormat

/// Immuni's cast in one process, to use by hand: the servers and two phones.
package struct ImmuniPhonesDemo: PhonesDemo {
    package let platform: PhonePlatform
    package let say: @Sendable (String) -> Void
    package static let pages = "Health worker"

    /// - Parameter say: prints a line for the person at the terminal.
    package init(platform: PhonePlatform, say: @escaping @Sendable (String) -> Void) {
        (self.platform, self.say) = (platform, say)
    }

    package func startServers(with clock: CastClock) async throws -> DemoServers {
        try await DemoServers.start(with: clock, isForBrowsers: true)
    }

    package func authority(of servers: DemoServers, clock: CastClock) -> any CastAuthority {
        ServersAuthority(servers.system, clock: clock)
    }

    package func hosts(at url: ServerURL) -> PhoneServers { PhoneServers(download: url, upload: url, analytics: url) }

    package func client(
        of name: PhoneName,
        _ servers: DemoServers,
        through transport: HTTPPhoneTransport
    ) throws -> any HostedClient {
        HostedImmuniClient(
            try app(of: servers),
            transport: transport,
            evidence: platform == .iOS
                ? .apple(servers.iPhone(of: name.text), .deviceCheck) : .android(servers.androidPhone)
        )
    }

    private func app(of servers: DemoServers) throws -> MobileClient.App {
        MobileClient.App(
            platform: SettingsRequest.Platform(platform),
            build: 1,
            exportVerifier: try ExportVerifier(keys: [ExportVerificationKey(servers.exportPublicKeyPEM)]),
            messageVerifier: try servers.messagePublicKeyPEM.map { pem in
                try MessageVerifier(keys: [MessageVerificationKey(pem: pem)])
            }
        )
    }

    package static let guide = """
        1. Open both phones, and go through the onboarding on each. Put Bruno's away.
        2. On Anna's page move the clock on by a day: the phones make themselves known to the authority, without names.
        3. There let her meet Bruno, 1 m apart for 40 minutes.
        4. On Anna's phone choose Warn others, and type the code that it shows into the health worker's page.
        5. Within 150 seconds go on with Anna's phone, and send.
        6. Move the clock forward by a day: Bruno's phone finds the contact and tells him.
        Press Ctrl-C to end it; everything is deleted then.
        """
}

extension DemoServers: OperatedServers {
    package var portalURL: String { "\(internalURL)/portal" }
}
