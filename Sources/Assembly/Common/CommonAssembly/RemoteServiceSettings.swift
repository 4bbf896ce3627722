import ExposurePrimitives
package import ServiceKit
import WireFormat

/// The settings of a remote service. Their names begin with that of the service that calls it.
package struct RemoteServiceSettings: Sendable {
    let server: Setting<ServerURL?>
    let token: Setting<SecretBytes?>
    let trustRoot: Setting<String?>

    /// - Parameters:
    ///   - prefix: such as `submission.verification`.
    ///   - server: the summary of the URL.
    ///   - absence: the meaning of no URL, as the end of a sentence.
    ///   - token: the summary of the token.
    package init(_ prefix: String, server: String, absence: String, token: String) {
        self.server = Setting(
            "\(prefix)-url",
            default: .some(nil),
            summary: server,
            allowed: "http:// or https:// with host and port, or not set\(absence)",
            parse: { ServerURL($0).map { .some($0) } },
            format: { $0?.text }
        )
        self.token = .optionalSecret("\(prefix)-token", minLength: HostSettings.minTokenLength, summary: token)
        trustRoot = .optionalText(
            "\(prefix)-trust-root",
            summary: "The PEM file of the authorities that vouch for that service; without it those of the machine."
        )
    }

    package var tokenName: String { token.name }

    package var catalogue: SettingsCatalogue {
        SettingsCatalogue([.init(server), .init(token), .init(trustRoot)])
    }
}
