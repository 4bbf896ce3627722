/// The settings of the listener for partners.
extension HostSettings {
    package static let partnerAddress = Setting<ListenAddress?>(
        "partner.address",
        default: .some(nil),
        summary: "Where the listener for systems of others binds; without it there is none.",
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
        summary: "The PEM file of the private key to partner.tls-certificate."
    )
    package static let partnerClientAuthority = Setting.optionalText(
        "partner.tls-client-ca",
        summary: "The PEM file of the authorities that issue partners' certificates; needed with partner.address."
    )
    package static let partnerFingerprints = Setting<Set<CertificateFingerprint>>(
        "partner.fingerprints",
        default: [],
        summary: "The SHA-256 of each partner's certificate; others are refused. Needed with partner.address.",
        allowed: "hexadecimal digits, 64 for each certificate, with or without colons, and commas between certificates",
        parse: { text in
            let read = text.split(separator: ",", omittingEmptySubsequences: false)
                .map { CertificateFingerprint(String($0.filter { $0 != " " })) }
            let fingerprints = read.compactMap(\.self)
            return fingerprints.count == read.count ? Set(fingerprints) : nil
        },
        format: { $0.isEmpty ? nil : $0.map(\.description).sorted().joined(separator: ",") }
    )

    static let partnerCatalogue = SettingsCatalogue([
        .init(partnerAddress), .init(partnerCertificate), .init(partnerKey), .init(partnerClientAuthority),
        .init(partnerFingerprints),
    ])
}

extension PartnerListener {
    /// What the operator has set; nil without an address. An address without mutual TLS throws `missing`.
    init?(_ settings: SettingsReader) throws(SettingsError) {
        guard let address = try settings.value(HostSettings.partnerAddress) else {
            return nil
        }
        let fingerprints = try settings.value(HostSettings.partnerFingerprints)
        self.init(
            address: address,
            certificate: try Self.path(HostSettings.partnerCertificate, settings),
            key: try Self.path(HostSettings.partnerKey, settings),
            clientAuthority: try Self.path(HostSettings.partnerClientAuthority, settings),
            fingerprints: fingerprints
        )
        guard !fingerprints.isEmpty else {
            let setting = HostSettings.partnerFingerprints
            throw .missing(setting: setting.name, summary: setting.summary)
        }
    }

    private static func path(
        _ setting: Setting<String?>,
        _ settings: SettingsReader
    ) throws(SettingsError) -> String {
        guard let path = try settings.value(setting) else {
            throw .missing(setting: setting.name, summary: setting.summary)
        }
        return path
    }
}
