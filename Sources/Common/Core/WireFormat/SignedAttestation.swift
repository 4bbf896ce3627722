public import ExposurePrimitives

/// An Android phone's attestation. Immuni's contract sends it as text.
public struct SignedAttestation: Equatable, Sendable {
    public let kind: Kind
    /// A JWS or JWE in compact form. For ``Kind/keyAttestation`` it is the list of certificates, the key's own first,
    /// each DER in base 64, with commas between them.
    public let text: SecretBytes

    /// Characters of a statement or token.
    public static let length = 0...10_000
    /// Characters of a certificate chain in base 64: 32 KiB.
    public static let chainLength = 1...43_700

    public enum Kind: String, Sendable, CaseIterable {
        case safetyNet = "safety-net"
        case playIntegrity = "play-integrity"
        case keyAttestation = "key-attestation"
    }

    /// Nil if the text is too long, or is not a list of certificates although the kind requires one.
    public init?(kind: Kind, text: SecretBytes) {
        self.kind = kind
        self.text = text
        switch kind {
        case .safetyNet, .playIntegrity:
            // The number of Unicode characters. Only the first byte of a character does not begin with the bits 10.
            let characterCount = text.exposedBytes.count { $0 & 0xC0 != 0x80 }
            guard Self.length.contains(characterCount) else { return nil }
        case .keyAttestation:
            guard Self.chainLength.contains(text.count), exposedCertificates != nil else {
                return nil
            }
        }
    }

    /// - Parameter certificates: DER, the key's own first. Nil if they are too large together.
    public init?(certificates: [[UInt8]]) {
        self.init(
            kind: .keyAttestation,
            text: SecretBytes(certificates.map { Base64.encode($0) }.joined(separator: ",").utf8)
        )
    }

    /// The certificates, DER, the key's own first; nil if the text is not a list of them.
    public var exposedCertificates: [[UInt8]]? {
        let parts = text.exposedBytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let certificates = parts.compactMap { Base64.decode(utf8: $0) }.filter { !$0.isEmpty }
        return certificates.count == parts.count ? certificates : nil
    }
}
