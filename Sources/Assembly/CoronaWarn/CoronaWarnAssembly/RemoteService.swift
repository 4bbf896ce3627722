import ExposurePrimitives
import Foundation
import HTTPTransport
import InternalCalls
import PhonePorts
import ServiceKit

/// One of our services with a data folder of its own, which is called over its internal listener.
struct RemoteService: Sendable {
    let server: ServerURL
    let token: SecretBytes?
    /// The PEM file of the only trusted authorities; nil for those of the machine.
    private let trustRootFile: String?

    /// Nil without a URL: then the two services share the data folder.
    init?(_ settings: SettingsReader, _ names: RemoteServiceSettings) throws(SettingsError) {
        guard let server = try settings.value(names.server) else {
            return nil
        }
        self.server = server
        token = try settings.value(names.token)
        trustRootFile = try settings.value(names.trustRoot)
    }

    /// Whether its answers cross the network in clear.
    var isPlain: Bool { server.text.hasPrefix("http://") }

    /// A connection to it, for one service of this process.
    ///
    /// - Parameter host: the name that the caller gives it.
    func connection(to host: PhoneHost) throws -> RemoteConnection {
        let roots = try trustRootFile.map { path in
            guard let content = FileManager.default.contents(atPath: path) else {
                throw CoronaWarnAssemblyError.unreadable(path)
            }
            return Array(content)
        }
        let transport = HTTPPhoneTransport(
            HTTPPhoneTransport.Configuration(
                servers: PhoneServers([host: server]),
                timeout: InternalService.timeout,
                trust: try ServerTrust(roots: roots)
            )
        )
        return RemoteConnection(transport: transport, token: token)
    }
}

/// A connection to a remote service.
struct RemoteConnection: Sendable {
    let transport: HTTPPhoneTransport
    let token: SecretBytes?

    func shutDown() async throws {
        try await transport.shutDown()
    }

    /// Closes it when the host stops.
    var activity: @Sendable () async -> Void {
        {
            // The host cancels its activities when it stops. The sleep ends at once then; its length means nothing.
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(UnixTime.secondsPerDay))
            }
            try? await shutDown()
        }
    }
}

/// The settings of a remote service. Their names begin with that of the service that calls it.
struct RemoteServiceSettings: Sendable {
    let server: Setting<ServerURL?>
    let token: Setting<SecretBytes?>
    let trustRoot: Setting<String?>

    /// - Parameters:
    ///   - prefix: such as `submission.verification`.
    ///   - service: the name of the remote service in sentences.
    private init(_ prefix: String, service: String) {
        server = Setting(
            "\(prefix)-url",
            default: .some(nil),
            summary: "The internal listener of a \(service) service with a data folder of its own.",
            allowed: "http:// or https:// with host and port, or not set if the two services share the data folder",
            parse: { ServerURL($0).map { .some($0) } },
            format: { $0?.text }
        )
        token = .optionalSecret(
            "\(prefix)-token",
            minLength: HostSettings.minTokenLength,
            summary: "The internal.token of that \(service) service."
        )
        trustRoot = .optionalText(
            "\(prefix)-trust-root",
            summary: "The PEM file of the authorities that vouch for that service; without it those of the machine."
        )
    }

    /// The verification service, for submission.
    static let verification = RemoteServiceSettings("submission.verification", service: "verification")
    /// The laboratory service, for verification.
    static let laboratory = RemoteServiceSettings("verification.laboratory", service: "laboratory")

    var catalogue: SettingsCatalogue {
        SettingsCatalogue([.init(server), .init(token), .init(trustRoot)])
    }
}
