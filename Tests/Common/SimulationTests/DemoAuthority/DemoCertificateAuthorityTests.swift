import Crypto
import DemoAuthority
import ExposurePrimitives
import Foundation
import SwiftASN1
import Testing
import X509

@Suite("The demo authority")
struct DemoCertificateAuthorityTests {
    private static let validity = UnixTime(1_800_000_000)..<UnixTime(1_800_086_400)

    @Test("issues certificates that its root vouches for, for the given hosts and time")
    func server() throws {
        let authority = try DemoCertificateAuthority(validity: Self.validity)
        let root = try Certificate(pemEncoded: authority.rootPEM)
        let issued = try authority.server(hosts: ["localhost", "127.0.0.1", "::1"])
        let certificate = try Certificate(pemEncoded: issued.certificatePEM)
        #expect(root.publicKey.isValidSignature(certificate.signature, for: certificate))
        let times = [certificate.notValidBefore, certificate.notValidAfter].map(\.timeIntervalSince1970)
        #expect(times == [1_800_000_000, 1_800_086_400])
        let names = try #require(try certificate.extensions.subjectAlternativeNames)
        #expect(
            Array(names) == [
                .dnsName("localhost"), .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
                .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
            ]
        )
        #expect(try certificate.extensions.extendedKeyUsage?.contains(.serverAuth) == true)
        #expect(try certificate.extensions.basicConstraints == .notCertificateAuthority)
    }

    @Test("returns the key of the certificate")
    func key() throws {
        let issued = try DemoCertificateAuthority(validity: Self.validity).client(name: "operator")
        let pem = String(decoding: issued.keyPEM.exposedBytes, as: UTF8.self)
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        let certificate = try Certificate(pemEncoded: issued.certificatePEM)
        let certified = try #require(P256.Signing.PublicKey(certificate.publicKey))
        #expect(certified.rawRepresentation == key.publicKey.rawRepresentation)
        #expect(try certificate.extensions.extendedKeyUsage?.contains(.clientAuth) == true)
        #expect(try certificate.extensions.subjectAlternativeNames == nil)
    }

    @Test("refuses what is not a host", arguments: ["", "a b", "https://example.org", "host:443", "exämple.org"])
    func hosts(host: String) throws {
        let authority = try DemoCertificateAuthority(validity: Self.validity)
        #expect(throws: DemoAuthorityError.notAHost(host)) { try authority.server(hosts: [host]) }
    }
}
