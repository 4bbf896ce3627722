import ExposurePrimitives
import FileStorage
import Foundation
import HTTPTransport
package import ServiceKit
import WireFormat

/// A service elsewhere that a service of this process calls, such as one of ours with a data folder of its own.
package struct RemoteService: Sendable {
    private let server: ServerURL
    private let token: SecretBytes?
    /// The PEM file of the only trusted authorities; nil for those of the machine.
    private let trustRootFile: String?

    /// Nil without a URL.
    package init?(_ settings: SettingsReader, _ names: RemoteServiceSettings) throws(SettingsError) {
        guard let server = try settings.value(names.server) else {
            return nil
        }
        self.server = server
        token = try settings.value(names.token)
        trustRootFile = try settings.value(names.trustRoot)
    }

    /// Whether its answers cross the network in clear.
    package var isPlain: Bool { server.text.hasPrefix("http://") }

    /// A connection to it, for one service of this process.
    ///
    /// - Parameter timeout: the seconds for one answer.
    package func connection(timeout: Int64) throws -> RemoteConnection {
        let roots = try trustRootFile.map { path in
            guard let content = FileManager.default.contents(atPath: path) else {
                throw FileError.unreadable(path)
            }
            return Array(content)
        }
        let exchange = HTTPServerExchange(with: server, timeout: timeout, trust: try ServerTrust(roots: roots))
        return RemoteConnection(exchange: exchange, token: token)
    }
}
