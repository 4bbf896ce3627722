package import ExposurePrimitives

/// The request that an attestation is made for.
package struct EmulatedRequest: Sendable {
    package var app: EmulatedApp
    /// The digest of the request.
    package var binding: [UInt8]
    /// The time of the attestation.
    package var time: UnixTime

    package init(app: EmulatedApp, binding: [UInt8], time: UnixTime) {
        (self.app, self.binding, self.time) = (app, binding, time)
    }
}

/// The app on an emulated phone.
package struct EmulatedApp: Hashable, Sendable {
    /// The package name on Android.
    package var packageName: String
    /// SHA-256 of the certificate that signs the app on Android.
    package var certificateDigest: [UInt8]
    /// On iOS: team and bundle identifier, separated by a full stop.
    package var appID: String

    package init(packageName: String, certificateDigest: [UInt8], appID: String) {
        (self.packageName, self.certificateDigest, self.appID) = (packageName, certificateDigest, appID)
    }
}
