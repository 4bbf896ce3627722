import ExposurePrimitives
import Foundation
import HTTPTANReservations
import HTTPTransport
import PhonePorts
import ServiceKit

/// The settings for a verification service with a database of its own.
struct RemoteVerification: Sendable {
    let server: ServerURL
    let token: SecretBytes?
    /// The PEM file of the only trusted authorities; nil for those of the machine.
    let trustRootFile: String?

    /// Nil without a URL: then verification and keys share a database.
    init?(_ settings: SettingsReader) throws(SettingsError) {
        guard let server = try settings.value(Self.serverSetting) else {
            return nil
        }
        self.server = server
        token = try settings.value(Self.tokenSetting)
        trustRootFile = try settings.value(Self.trustRootSetting)
    }

    /// A connection to it. It must be shut down at the end.
    func transport() throws -> HTTPPhoneTransport {
        let roots = try trustRootFile.map { path in
            guard let content = FileManager.default.contents(atPath: path) else {
                throw CoronaWarnAssemblyError.unreadable(path)
            }
            return Array(content)
        }
        return HTTPPhoneTransport(
            HTTPPhoneTransport.Configuration(
                servers: PhoneServers([HTTPTANAuthority.host: server]),
                timeout: HTTPTANAuthority.timeout,
                answerLimit: Self.maxAnswer,
                trust: try ServerTrust(roots: roots)
            )
        )
    }

    private static let serverSetting = Setting<ServerURL?>(
        "submission.verification-url",
        default: .some(nil),
        summary: "The internal listener of a verification service with a database of its own.",
        allowed: "http:// or https:// with host and port, or not set if the two services share the data folder",
        parse: { ServerURL($0).map { .some($0) } },
        format: { $0?.text }
    )

    private static let tokenSetting = Setting<SecretBytes?>.optionalSecret(
        "submission.verification-token",
        minLength: HostSettings.minTokenLength,
        summary: "The internal.token of that verification service."
    )

    private static let trustRootSetting = Setting.optionalText(
        "submission.verification-trust-root",
        summary: "The PEM file of the authorities that vouch for that service; without it those of the machine."
    )

    static let catalogue = SettingsCatalogue([
        .init(serverSetting), .init(tokenSetting), .init(trustRootSetting),
    ])

    /// Bytes; a reservation has about sixty.
    private static let maxAnswer = 65_536
}
