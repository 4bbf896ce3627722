package import ExposurePrimitives

/// What an attestation is to vouch for.
package struct EmulatedRequest: Sendable {
    package var app: EmulatedApp
    /// The digest of the request.
    package var binding: [UInt8]
    /// When the attestation is made.
    package var time: UnixTime

    package init(app: EmulatedApp, binding: [UInt8], time: UnixTime) {
        self.app = app
        self.binding = binding
        self.time = time
    }
}

/// The app on an emulated phone.
package struct EmulatedApp: Hashable, Sendable {
    /// On Android.
    package var packageName: String
    /// SHA-256 of the certificate that signs it on Android.
    package var certificateDigest: [UInt8]
    /// On iOS: team and bundle identifier, with a full stop between them.
    package var appID: String

    package init(packageName: String, certificateDigest: [UInt8], appID: String) {
        self.packageName = packageName
        self.certificateDigest = certificateDigest
        self.appID = appID
    }
}
