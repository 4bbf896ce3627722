import CommonAssembly
import KeyExport
import ServiceKit
import Testing

@Suite("The names of the signing key")
struct SignatureInfoTests {
    private func info(_ settings: [String: String], usual: SignatureInfo? = nil) async throws -> SignatureInfo {
        try SignatureInfo(
            await SettingsReader(commandLine: settings, environment: [:], catalogue: SignatureInfo.catalogue),
            usual: usual
        )
    }

    @Test("have a default")
    func defaults() async throws {
        let info = try await info([:])
        #expect(info.keyName == VerificationKeyName(id: "222", version: "v1"))
        #expect(info.appBundleID == nil)
    }

    @Test("are a system's usual ones unless a setting gives them, even with the default")
    func usual() async throws {
        let usual = SignatureInfo(verificationKeyID: "262", verificationKeyVersion: "v2", appBundleID: "org.example")
        #expect(try await info([:], usual: usual) == usual)
        let settings = ["publication.key-id": "222", "publication.app-bundle-id": "org.other"]
        let given = try await info(settings, usual: usual)
        #expect(given.keyName == VerificationKeyName(id: "222", version: "v2"))
        #expect(given.appBundleID == "org.other")
    }
}
