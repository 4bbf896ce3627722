import AttestationVerifiers
import Crypto
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@Suite("App Attest vectors", .needsForeignVectors)
struct AppAttestVectorTests {
    private static let folder = "app-attest"

    private func verifier(_ appID: String, _ environment: AppAttestation.Environment, at now: UnixTime) throws
        -> AppAttestation
    {
        let root = try ForeignVectors.bytes(of: "\(Self.folder)/Apple_App_Attestation_Root_CA.pem")
        return AppAttestation(
            appID: appID,
            environment: environment,
            anchors: try TrustAnchors(pem: String(decoding: root, as: UTF8.self)),
            clock: ManualClock(now)
        )
    }

    @Test("Apple's sample of 2026 is accepted for its app while its certificate is valid")
    func sample() async throws {
        let text = try ForeignVectors.bytes(of: "\(Self.folder)/apple-sample-2026/attestation.b64")
        let object = try #require(Base64.decode(String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace }))
        let app = "1234567890.com.example.myapp"
        // The sample uses these bytes themselves, not their digest.
        let binding = Array("example_server_challenge".utf8)
        // 2026-04-21T18:13:13Z; the certificate is valid from 2026-04-20 to 2026-04-23.
        let now = UnixTime(1_776_795_193)
        let evidence = AttestationEvidence.appAttest(object: object)
        let decision = try await verifier(app, .production, at: now).decide(evidence, boundTo: binding)
        guard case .accepted(.hardware, let expiry) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(expiry.utcDay == CalendarDay(iso: "2026-04-23"))
        for (verifier, binding, reason) in try [
            (verifier(app, .production, at: now.advanced(bySeconds: -2 * 86_400)), binding, .chainNotTrusted),
            (verifier(app, .production, at: now.advanced(bySeconds: 3 * 86_400)), binding, .chainNotTrusted),
            (verifier(app, .development, at: now), binding, .keyNotGenuine),
            (verifier(app + "2", .production, at: now), binding, .wrongApp),
            (verifier(app, .production, at: now), Array(SHA256.hash(data: binding)), .wrongBinding),
        ] as [(AppAttestation, [UInt8], AttestationRefusal)] {
            #expect(await verifier.decide(evidence, boundTo: binding) == .refused(reason))
        }
    }

    @Test("the attestations and assertions of real phones are accepted; each counter only once")
    func phones() async throws {
        var count = 0
        let folder = try ForeignVectors.url(of: "\(Self.folder)/src/test/resources")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".yaml") {
            let documents = Self.documents(in: try String(contentsOf: folder.appending(path: file), encoding: .utf8))
            let attestation = try #require(documents.first { $0["type"] == "attestation" })
            let assertion = try #require(documents.first { $0["type"] == "assertion" })
            let object = try #require(Base64.decode(attestation["attestationBase64", default: ""]))
            let binding = try #require(Base64.decode(attestation["clientDataHashSha256Base64", default: ""]))
            let app = attestation["teamIdentifier", default: ""] + "." + attestation["bundleIdentifier", default: ""]
            let time = attestation["timestamp", default: ""].filter { $0 != "'" }.prefix(19) + "Z"
            let seconds = try Date(String(time), strategy: .iso8601).timeIntervalSince1970
            let verifier = try verifier(app, .development, at: UnixTime(Int64(seconds)))
            let decision = await verifier.decide(.appAttest(object: object), boundTo: binding)
            guard case .accepted = decision else {
                Issue.record("\(file): \(decision)")
                continue
            }
            var key = try await verifier.key(in: object, boundTo: binding)
            let signed = try #require(Base64.decode(assertion["assertionBase64", default: ""]))
            let signedBinding = try #require(Base64.decode(assertion["clientDataHashSha256Base64", default: ""]))
            try key.accept(signed, boundTo: signedBinding)
            #expect(throws: AttestationRefusal.counterNotGrown) { try key.accept(signed, boundTo: signedBinding) }
            count += 2
        }
        #expect(count == 14)
    }

    /// The simple values of each document, without folded ones.
    private static func documents(in text: String) -> [[String: String]] {
        text.components(separatedBy: "\n---\n").map { document in
            var values: [String: String] = [:]
            for line in document.split(separator: "\n") {
                if let colon = line.firstRange(of: ": "), !line.hasPrefix(" ") {
                    values[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
                }
            }
            return values
        }
    }
}
