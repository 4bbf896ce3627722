package import KeyExport
package import ServiceKit

extension SignatureInfo {
    /// The names of the authority's signing key in export files.
    ///
    /// - Parameter usual: the names of a system whose usual ones are not the settings' defaults. A setting that is
    ///   given wins.
    package init(_ settings: SettingsReader, usual: SignatureInfo? = nil) throws(SettingsError) {
        let (id, version) = (try settings.value(Self.keyIDSetting), try settings.value(Self.keyVersionSetting))
        self.init(
            verificationKeyID: settings.gives(Self.keyIDSetting.name) ? id : usual?.verificationKeyID ?? id,
            verificationKeyVersion: settings.gives(Self.keyVersionSetting.name)
                ? version : usual?.verificationKeyVersion ?? version,
            appBundleID: try settings.value(Self.appBundleSetting) ?? usual?.appBundleID
        )
    }

    private static let keyIDSetting = Setting.text(
        "publication.key-id",
        default: "222",
        summary: "The signing key's id in export files; a system may have another default."
    )

    private static let keyVersionSetting = Setting.text(
        "publication.key-version",
        default: "v1",
        summary: "The signing key's version in export files."
    )

    private static let appBundleSetting = Setting.optionalText(
        "publication.app-bundle-id",
        summary: "The app's bundle id in export files, for the first apps; a system may have a default."
    )

    package static let catalogue = SettingsCatalogue([
        .init(keyIDSetting), .init(keyVersionSetting), .init(appBundleSetting),
    ])
}

extension SettingsReader {
    /// Whether somebody gives this setting, with its default or another value.
    fileprivate func gives(_ name: String) -> Bool { origin(of: name) != .default }
}
