import FileStorage
import Foundation
package import HTTPTransport
import ServiceKit
package import WireFormat

/// The certificate that this server shows to partners when it calls them.
package struct PartnerCertificate: Sendable {
    private let certificateFile: String?
    package let keyFile: String?

    /// - Parameters:
    ///   - certificateFile: the path of a PEM file; nil to show none.
    ///   - keyFile: the path of the PEM file of its key.
    package init(certificateFile: String?, keyFile: String?) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }

    /// Whether it is set at all.
    package var isSet: Bool { certificateFile != nil }

    /// Reads the files, so that one that cannot be used is known at the start.
    package func check() throws {
        _ = try trust(roots: nil)
    }

    /// Exchanges with a partner. The files are read for each, so renewed ones are in force at once.
    ///
    /// - Parameters:
    ///   - roots: PEM of the authorities that vouch for the partner; nil for those of the machine.
    ///   - timeout: seconds for one request.
    package func exchange(
        with server: ServerURL,
        roots: [UInt8]?,
        timeout: Int64
    ) throws -> HTTPServerExchange {
        HTTPServerExchange(with: server, timeout: timeout, trust: try trust(roots: roots))
    }

    private func trust(roots: [UInt8]?) throws -> ServerTrust {
        if let keyFile {
            try PrivateFile.check(keyFile)
        }
        return try ServerTrust(
            roots: roots,
            certificate: certificateFile.map(Self.content),
            key: keyFile.map(Self.content)
        )
    }

    private static func content(of path: String) throws -> [UInt8] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw FileError.unreadable(path)
        }
        return Array(content)
    }
}
