import ArgumentParser
import Foundation
import HTTPTransport
import ServiceKit

/// The options of a command that talks to a server over https.
struct TrustOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The authorities (PEM) to believe instead of the machine's.", valueName: "file"))
    var ca: String?

    @Option(help: ArgumentHelp("The certificate chain (PEM) to show to the server.", valueName: "file"))
    var clientCertificate: String?

    @Option(help: ArgumentHelp("The private key (PEM) to --client-certificate.", valueName: "file"))
    var clientKey: String?

    func trust() throws -> ServerTrust {
        func content(_ path: String?) throws -> [UInt8]? {
            guard let path else {
                return nil
            }
            guard let data = FileManager.default.contents(atPath: path) else {
                throw Failure("the file \(path) cannot be read")
            }
            return Array(data)
        }
        if let clientKey {
            try PrivateFile.check(clientKey)
        }
        return try ServerTrust(roots: content(ca), certificate: content(clientCertificate), key: content(clientKey))
    }
}
