package import KeyExport
package import ServiceKit

extension SignatureInfo {
    /// The names of the authority's signing key in export files.
    package init(_ settings: SettingsReader) throws(SettingsError) {
        self.init(
            verificationKeyID: try settings.value(Self.keyIDSetting),
            verificationKeyVersion: try settings.value(Self.keyVersionSetting),
            appBundleID: try settings.value(Self.appBundleSetting)
        )
    }

    private static let keyIDSetting = Setting.text(
        "publication.key-id",
        default: "222",
        summary: "The signing key's id in export files."
    )

    private static let keyVersionSetting = Setting.text(
        "publication.key-version",
        default: "v1",
        summary: "The signing key's version in export files."
    )

    private static let appBundleSetting = Setting.optionalText(
        "publication.app-bundle-id",
        summary: "The app's bundle id in export files, for clients of the first generation."
    )

    package static let catalogue = SettingsCatalogue([
        .init(keyIDSetting), .init(keyVersionSetting), .init(appBundleSetting),
    ])
}
