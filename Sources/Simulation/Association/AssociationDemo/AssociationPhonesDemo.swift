import AssociationClient
import AssociationPhonePage
import DemoServing
package import HTTPTransport
package import PhonePage
package import PhonePorts
package import WireFormat

/// The association's cast in one process, to use by hand: the authority and two phones.
package struct AssociationPhonesDemo: PhonesDemo {
    package let platform: PhonePlatform
    package let say: @Sendable (String) -> Void
    package static let pages = "Held reports"

    /// - Parameter say: prints a line for the person at the terminal.
    package init(platform: PhonePlatform, say: @escaping @Sendable (String) -> Void) {
        (self.platform, self.say) = (platform, say)
    }

    package func startServers(with clock: CastClock) async throws -> AssociationDemoServers {
        try await AssociationDemoServers.start(with: clock, alsoPortal: true)
    }

    package func authority(of servers: AssociationDemoServers, clock: CastClock) -> any CastAuthority {
        JoinedAuthority([HostedAssociationClient.name: AssociationCastAuthority(servers.system, clock: clock)])
    }

    package func hosts(at url: ServerURL) -> PhoneServers { PhoneServers([.authority: url]) }

    package func client(
        of name: PhoneName,
        _ servers: AssociationDemoServers,
        through transport: HTTPPhoneTransport
    ) throws -> any HostedClient {
        HostedAssociationClient(try servers.app(), transport: transport)
    }

    package static let guide = """
        1. Open both phones, and go through the onboarding on each. Put both away.
        2. On Anna's page move the clock forward by a day: the authority confirms the phones for the next day.
        3. Let Anna meet Bruno, 1 m apart for 40 minutes.
        4. Move the clock forward by a day. Then have the operator beside Anna's phone give a code.
        5. On Anna's phone choose Warn others, type the code, and agree. Put the phone away.
        6. Move the clock forward by a day. Her report has arrived, and Bruno's phone shows a warning.
        Press Ctrl-C to end it; everything is deleted then.
        """
}
