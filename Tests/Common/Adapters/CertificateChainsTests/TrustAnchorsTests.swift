import CertificateChains
import Testing

@Suite("Trust anchors")
struct TrustAnchorsTests {
    @Test(
        "a text without certificates is not taken for a list of none",
        arguments: [
            "", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
        ]
    )
    func unreadable(pem: String) {
        #expect(throws: TrustAnchorError.unreadable) { try TrustAnchors(pem: pem) }
    }

    @Test("presented certificates have bounds")
    func bounds() {
        #expect(Certificates.parse([]) == nil)
        #expect(Certificates.parse([[]]) == nil)
        #expect(Certificates.parse(Array(repeating: [0x30, 0], count: 7)) == nil)
    }
}
