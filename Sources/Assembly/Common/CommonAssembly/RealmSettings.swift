import ExposurePrimitives
package import Foundation
package import KeyExport
package import OperatorPortal
package import PostgresEngine
package import ServiceKit

/// The operator's settings for a realm, whichever systems it serves.
package struct RealmSettings: Sendable {
    /// Nil if the process has one realm, which needs no name.
    package let name: RealmName?
    /// The folder of the databases, the OTP key and the chunks.
    package private(set) var dataFolder: URL
    /// The path of the export signing key, or of the folder of a key ring; nil when not set.
    package let signingKeyFile: String?
    /// The name of the signing key in export files.
    package let signatureInfo: SignatureInfo
    /// The path of the key that signs settings and index; nil if they are not signed.
    package let messageSigningKeyFile: String?
    /// Whether a server without that key may start.
    package let mayBeUnsigned: Bool
    /// Whether the operator states that a proxy ends TLS before the public listener.
    package let isPublicBehindProxy: Bool
    /// Whether other users of this machine can read the token, because of where it is set.
    package let isTokenShared: Bool
    package let calendar: AuthorityCalendar
    package let host: HostConfiguration
    package let clock: ClockSettings
    package let logLevel: LogLevel
    /// The bucket of the published files; nil if they are in the data folder.
    let storage: StorageSettings?
    package let portal: PortalConfiguration
    /// The server of the databases; nil if they are files of the data folder.
    package private(set) var database: PostgresServer?

    package init(_ settings: SettingsReader) throws(SettingsError) {
        name = settings.realm
        dataFolder = URL(fileURLWithPath: try settings.value(Self.dataSetting))
        signingKeyFile = try settings.value(Self.signingKeySetting)
        signatureInfo = try SignatureInfo(settings)
        messageSigningKeyFile = try settings.value(Self.messageSigningKeySetting)
        mayBeUnsigned = try settings.value(Self.unsignedSetting)
        isPublicBehindProxy = try settings.value(Self.behindProxySetting)
        isTokenShared = Self.isShared(settings.origin(of: HostSettings.internalToken.name))
        calendar = try settings.value(Self.timeZoneSetting)
        host = try HostConfiguration(settings)
        clock = try ClockSettings(settings)
        logLevel = try settings.value(HostSettings.logLevel)
        storage = try StorageSettings(settings)
        portal = try PortalConfiguration(settings)
        database = try DatabaseSettings.server(settings)
    }

    /// The same settings on the files of another data folder.
    func on(_ folder: URL) -> RealmSettings {
        var copy = self
        copy.dataFolder = folder
        copy.database = nil
        return copy
    }

    /// The same settings with databases in another server.
    func on(_ server: PostgresServer) -> RealmSettings {
        var copy = self
        copy.database = server
        return copy
    }

    /// Everybody on the machine can read command lines, and also some files.
    package static func isShared(_ origin: SettingOrigin) -> Bool {
        switch origin {
        case .commandLine: true
        case .file(let path): PrivateFile.access(to: path)?.keepsSecret(for: UInt32(geteuid())) == false
        case .environment, .default: false
        }
    }

    /// Variables that begin with `AVVISO_` but are not settings.
    package static let otherVariables: Set = ["AVVISO_POSTGRES", "AVVISO_SYSTEMS", "AVVISO_VECTORS"]
}

// MARK: - The settings

extension RealmSettings {
    private static let dataSetting = Setting.text(
        "data",
        default: "avviso-data",
        summary: "The folder of the databases, the OTP key and the chunks."
    )

    private static let signingKeySetting = Setting.optionalText(
        "signing-key",
        summary: "The key that signs exports: a PEM file (avviso keys generate) or a folder of keys (avviso keys init)."
    )

    private static let messageSigningKeySetting = Setting.optionalText(
        "message-signing-key",
        summary: "The PEM file of the key that signs settings and key index; needed by config and reporting."
    )

    private static let unsignedSetting = Setting.flag(
        "unsigned",
        default: false,
        summary: "Start without message-signing-key; settings and key index are then not signed. For trials only."
    )

    private static let behindProxySetting = Setting.flag(
        "public.behind-proxy",
        default: false,
        summary: "Whether a proxy or CDN before the public listener ends TLS; only avviso check uses this."
    )

    private static let timeZoneSetting = Setting<AuthorityCalendar>(
        "time-zone",
        default: try? AuthorityCalendar(timeZone: "Europe/Rome"),
        summary: "The time zone of the authority's days.",
        allowed: "a name of the IANA time zone database",
        parse: { try? AuthorityCalendar(timeZone: $0) },
        format: \.identifier
    )

    package static let catalogue =
        SettingsCatalogue([
            .init(dataSetting), .init(signingKeySetting), .init(messageSigningKeySetting), .init(unsignedSetting),
            .init(behindProxySetting), .init(timeZoneSetting),
        ]) + DatabaseSettings.catalogue + SignatureInfo.catalogue + HostSettings.catalogue + ClockSettings.catalogue
        + StorageSettings.catalogue + PortalConfiguration.catalogue
}
