/// The partners whose certificates the partner listener accepts.
///
/// A line of its file has the kind of the partner, its name, and the SHA-256 of a certificate, separated by spaces or
/// tabs. `#` begins a comment. A partner that renews its certificate has two lines for a time.
package struct PartnerList: Sendable {
    private let partners: [CertificateFingerprint: Partner]

    /// - Parameter path: of the file, for messages.
    package init(parsing text: String, path: String) throws(TLSError) {
        var partners: [CertificateFingerprint: Partner] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty else {
                continue
            }
            guard words.count == 3, let kind = Partner.Kind(rawValue: String(words[0])), Self.isName(words[1]),
                let fingerprint = CertificateFingerprint(String(words[2]))
            else {
                throw .badPartner(path: path, line: number)
            }
            guard partners.updateValue(Partner(kind: kind, name: String(words[1])), forKey: fingerprint) == nil else {
                throw .repeatedPartner(path: path, line: number)
            }
        }
        self.partners = partners
    }

    package var count: Int { partners.count }

    var fingerprints: Set<CertificateFingerprint> { Set(partners.keys) }

    package subscript(fingerprint: CertificateFingerprint) -> Partner? { partners[fingerprint] }

    private static let maxNameLength = 64

    private static func isName(_ text: Substring) -> Bool {
        text.utf8.count <= maxNameLength
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }
}
