import Crypto
import Foundation
package import KeyExport
package import Signing

/// Makes a signature of an export with a key behind the signing port.
package struct PortExportSigner: ExportSigner {
    package let signatureInfo: SignatureInfo
    private let key: any SigningKey

    package init(key: any SigningKey, signatureInfo: SignatureInfo) {
        self.key = key
        self.signatureInfo = signatureInfo
    }

    package func signature(over exportBin: [UInt8]) async throws -> [UInt8] {
        let raw = try await key.signature(over: exportBin)
        return Array(try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation)
    }
}
