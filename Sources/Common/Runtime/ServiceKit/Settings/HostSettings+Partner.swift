/// The settings of the listener for partners.
extension HostSettings {
    package static let partnerAddress = Setting<ListenAddress?>(
        "partner.address",
        default: .some(nil),
        summary: "The address of the listener for partners. If it is not set, there is no such listener.",
        allowed: "HOST:PORT with a port from 0 to 65535, or not set",
        parse: { ListenAddress($0).map(Optional.some) },
        format: { $0?.description }
    )
    package static let partnerCertificate = Setting.optionalText(
        "partner.tls-certificate",
        summary: "The PEM file of the partner listener's certificate chain; needed with partner.address."
    )
    package static let partnerKey = Setting.optionalText(
        "partner.tls-key",
        summary: "The PEM file of the private key to partner.tls-certificate; needed with partner.address."
    )
    package static let partnerClientAuthority = Setting.optionalText(
        "partner.tls-client-ca",
        summary: "The PEM file of the authorities that issue partners' certificates; needed with partner.address."
    )
    package static let partnerList = Setting.optionalText(
        "partner.list",
        summary: "The file with the kind, name and fingerprint of each partner; needed with partner.address."
    )

    static let partnerCatalogue = SettingsCatalogue([
        .init(partnerAddress), .init(partnerCertificate), .init(partnerKey), .init(partnerClientAuthority),
        .init(partnerList),
    ])
}

extension PartnerListener {
    /// The operator's settings; nil without an address. An address without a part of mutual TLS throws `missing`.
    init?(_ settings: SettingsReader) throws(SettingsError) {
        guard let address = try settings.value(HostSettings.partnerAddress) else {
            return nil
        }
        self.init(
            address: address,
            certificate: try Self.path(HostSettings.partnerCertificate, settings),
            key: try Self.path(HostSettings.partnerKey, settings),
            clientAuthority: try Self.path(HostSettings.partnerClientAuthority, settings),
            list: try Self.path(HostSettings.partnerList, settings)
        )
    }

    private static func path(_ setting: Setting<String?>, _ settings: SettingsReader) throws(SettingsError) -> String {
        guard let path = try settings.value(setting) else {
            throw .missing(setting: setting.name, summary: setting.summary)
        }
        return path
    }
}
