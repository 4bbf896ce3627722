import ExposurePrimitives
import Foundation
import ImmuniAPI
import KeyServerRules

/// One person's secrets, in every spelling in which they could appear.
struct PlantedSecrets {
    static let code = "XSZ4RAQ3KY"
    /// The province Vibo Valentia.
    static let province = "VV"
    static let keyData: [UInt8] = [
        0xA7, 0x3B, 0x91, 0x5C, 0xE2, 0x0F, 0xD8, 0x46, 0x1B, 0x7A, 0xC3, 0x94, 0x68, 0xFD, 0x25, 0xB0,
    ]

    /// The searched byte patterns with their names. Only the requests may contain them and, for the key, the chunk.
    let patterns: [(name: String, bytes: [UInt8])]

    /// - Parameter rightKey: the server's own key, so that the search finds the stored form of the code too.
    init(rightKey: RightKey) throws {
        let token = try OneTimePassword(Self.code).uploadToken.digest
        let digest = token.exposedBytes
        var patterns: [(String, [UInt8])] = [("the code", Array(Self.code.utf8))]
        let stored = rightKey.mac(of: token, for: .release01Code)
        for (name, bytes) in [("key", Self.keyData), ("code's hash", digest), ("stored hash", stored)] {
            let hex = Hex.encode(bytes)
            patterns += [
                ("the \(name), raw", bytes), ("the \(name) in hexadecimal", Array(hex.utf8)),
                ("the \(name) in HEXADECIMAL", Array(hex.uppercased().utf8)),
                // The last base64 group is left out, because padding may change it.
                ("the \(name) in base64", Array(Base64.encode(bytes).prefix(20).utf8)),
                ("the \(name) as numbers", Array(bytes.map(String.init).joined(separator: ", ").utf8)),
            ]
        }
        self.patterns = patterns
    }

    /// The names of the secrets in `bytes`.
    func found(in bytes: [UInt8]) -> [String] {
        let data = Data(bytes)
        return patterns.filter { data.range(of: Data($0.bytes)) != nil }.map(\.name)
    }

    func found(in text: String) -> [String] { found(in: Array(text.utf8)) }
}
