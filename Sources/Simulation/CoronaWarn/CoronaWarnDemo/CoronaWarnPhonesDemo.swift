import CoronaWarnClient
import CoronaWarnConfiguration
import CoronaWarnPhonePage
import DemoServing
package import HTTPTransport
import KeyExport
import MessageSignatures
package import PhonePage
package import PhonePorts
package import WireFormat

/// Corona-Warn's cast in one process, to use by hand: the servers and two phones.
package struct CoronaWarnPhonesDemo: PhonesDemo {
    package let platform: PhonePlatform
    package let say: @Sendable (String) -> Void
    package static let pages = "Hotline and laboratory"

    /// - Parameter say: prints a line for the person at the terminal.
    package init(platform: PhonePlatform, say: @escaping @Sendable (String) -> Void) {
        (self.platform, self.say) = (platform, say)
    }

    package func startServers(with clock: CastClock) async throws -> CoronaWarnDemoServers {
        try await CoronaWarnDemoServers.start(with: clock)
    }

    package func authority(of servers: CoronaWarnDemoServers, clock: CastClock) -> any CastAuthority {
        JoinedAuthority([HostedCoronaWarnClient.name: CoronaWarnAuthority(servers.system, clock: clock)])
    }

    package func hosts(at url: ServerURL) -> PhoneServers {
        PhoneServers([.download: url, .verification: url, .submission: url])
    }

    package func client(
        of name: PhoneName,
        _ servers: CoronaWarnDemoServers,
        through transport: HTTPPhoneTransport
    ) throws -> any HostedClient {
        let keys = try AuthorityKeys(
            packages: try ExportVerifier(keys: [ExportVerificationKey(servers.exportPublicKeyPEM)]),
            messages: [try MessageVerificationKey(pem: servers.messagePublicKeyPEM)]
        )
        let app = CoronaWarnApp.App(platform: platform == .iOS ? .iOS : .android, keys: keys)
        return HostedCoronaWarnClient(app, transport: transport)
    }

    package static let guide = """
        1. Open both phones, and go through the onboarding on each. Put Bruno's away.
        2. On Anna's page move the clock forward by a day, and let her meet Bruno, 1 m apart for 40 minutes.
        3. Move the clock forward by another day: the codes of a day can be sent when it is over.
        4. On Anna's phone choose Add a test, and scan sheet 1. The laboratory beside her phone delivers the result Positive.
        5. On her phone ask for the result, open it, choose Warn others, and answer the questions.
        6. Move the clock forward by a day: Bruno's phone finds the contact and tells him.
        Press Ctrl-C to end it; everything is deleted then.
        """
}
