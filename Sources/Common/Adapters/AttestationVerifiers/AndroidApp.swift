/// The properties of our Android app that every attestation must state.
package struct AndroidApp: Sendable {
    package let packageName: String
    /// The SHA-256 of each certificate that signs the app. There is more than one while the signing key changes.
    package let certificateDigests: Set<[UInt8]>

    package init(packageName: String, certificateDigests: Set<[UInt8]>) {
        self.packageName = packageName
        self.certificateDigests = certificateDigests
    }

    /// Whether an app with these signing certificates is ours. An unknown certificate beside ours makes it another app.
    func isSigned(by digests: [[UInt8]]) -> Bool {
        !digests.isEmpty && digests.allSatisfy(certificateDigests.contains)
    }
}
