import AttestationVerifiers
import Testing

@Suite("Trust anchors")
struct TrustAnchorsTests {
    @Test(
        "a text without certificates is an error, not an empty list",
        arguments: [
            "", "no PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
        ]
    )
    func unreadable(pem: String) { #expect(throws: TrustAnchorError.unreadable) { try TrustAnchors(pem: pem) } }

    @Test("presented certificates have limits")
    func bounds() {
        #expect(Certificates.parse([]) == nil)
        #expect(Certificates.parse([[]]) == nil)
        #expect(Certificates.parse(Array(repeating: [0x30, 0], count: 7)) == nil)
    }
}
