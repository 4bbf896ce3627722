import ImmuniAPI
import PhonePorts

/// The headers that this app sends. They are the same on every phone and in every language, so that neither their
/// content nor their size tells one phone from another.
enum RequestHeaders {
    static let common: [PhoneRequest.Header] = [
        .init("User-Agent", "Avviso"),
        .init("Accept-Language", "en"),
    ]

    /// Headers of an upload or the check before it, the clock apart.
    static func ingestion(token: UploadToken, flag: DummyFlag) -> [PhoneRequest.Header] {
        common + [
            .init("Content-Type", json),
            .init("Authorization", token.exposedAuthorization),
            .init(ImmuniHeader.dummyData, flag.rawValue),
        ]
    }

    static let json = "application/json; charset=utf-8"
}
