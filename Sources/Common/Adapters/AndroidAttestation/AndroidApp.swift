/// What all attestations of our Android app must say about it.
package struct AndroidApp: Sendable {
    package let packageName: String
    /// SHA-256 of the certificates that sign it: more than one while the signing key changes.
    package let certificateDigests: Set<[UInt8]>

    package init(packageName: String, certificateDigests: Set<[UInt8]>) {
        self.packageName = packageName
        self.certificateDigests = certificateDigests
    }

    /// Whether an app with these signing certificates is ours: an unknown one beside ours makes it another app.
    func isSigned(by digests: [[UInt8]]) -> Bool {
        !digests.isEmpty && digests.allSatisfy(certificateDigests.contains)
    }
}
