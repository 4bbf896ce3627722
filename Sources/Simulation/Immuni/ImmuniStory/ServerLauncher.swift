package import AnalyticsStores
package import ExposurePrimitives
package import HTTPTransport
package import PhonePorts

/// Starts every server of the core flow, on real sockets with a fresh database. The tool that tells the story passes one
/// in, because only tools put services together.
package protocol ServerLauncher: Sendable {
    /// Returns once the servers answer. They take `clock` for the present.
    func start(with clock: any WallClock) async throws -> any RunningServers
}

/// Servers that a launcher started.
package protocol RunningServers: Sendable {
    /// Of the public and the internal listener, for example `http://127.0.0.1:8080`.
    var publicURL: String { get }
    var internalURL: String { get }
    /// Whom phones believe, and the file of that authority for other programs; nil where the servers speak plain HTTP.
    var phoneTrust: ServerTrust { get }
    var authorityFile: String? { get }
    /// The same for the Healthcare Operator's system, with what it shows the internal listener.
    var operatorTrust: ServerTrust { get }
    /// What phones verify TEK Chunks with.
    var exportPublicKeyPEM: String { get }
    /// What phones verify settings and key index with; nil where the servers do not sign them.
    var messagePublicKeyPEM: String? { get }

    /// The platform of an Android phone that these servers believe.
    var androidPhone: any AndroidDeviceEvidence { get }

    /// The platform of the iPhone of `name`, which these servers believe as well.
    func iPhone(of name: String) -> any AppleDeviceEvidence

    /// What the Analytics Service counted on `day`.
    func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount]

    /// Runs the publication job once.
    func publishNow() async throws

    /// Returns once no analytics token waits for its authorisation.
    func settle() async

    func stop() async throws
}
