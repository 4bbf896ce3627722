import ArgumentParser
import HTTPTransport
import ServiceKit

/// The options of a command that talks to a server over https.
struct TrustOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The authorities (PEM) to trust instead of the machine's.", valueName: "file"))
    var ca: String?

    @Option(help: ArgumentHelp("The certificate chain (PEM) to show to the server.", valueName: "file"))
    var clientCertificate: String?

    @Option(help: ArgumentHelp("The private key (PEM) of --client-certificate.", valueName: "file"))
    var clientKey: String?

    func validate() throws {
        guard (clientCertificate == nil) == (clientKey == nil) else {
            throw ValidationError("--client-certificate and --client-key go together.")
        }
    }

    /// Refuses options that have no use with a server over plain HTTP.
    func check(for server: String) throws {
        guard ca == nil && clientCertificate == nil || server.lowercased().hasPrefix("https://") else {
            throw ValidationError("--ca and --client-certificate are for a server over https, not \(server).")
        }
    }

    func trust() throws -> ServerTrust {
        if let clientKey {
            try PrivateFile.check(clientKey)
        }
        return try ServerTrust(
            roots: ca.map(InputFile.read),
            certificate: clientCertificate.map(InputFile.read),
            key: clientKey.map(InputFile.read)
        )
    }
}
