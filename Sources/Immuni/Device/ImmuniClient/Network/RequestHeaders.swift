import ClientKit
import ImmuniAPI
import WireFormat

/// The headers that this app sends, beside the common ones.
enum RequestHeaders {
    /// Headers of an upload or the check before it, without the clock.
    static func ingestion(token: UploadToken, flag: DummyFlag) -> [HTTPHeader] {
        json + [.init("Authorization", token.exposedAuthorization), .init(ImmuniHeader.dummyData, flag.rawValue)]
    }

    /// Headers of Operational Info.
    ///
    /// - Parameter token: the token of an iPhone; Android has none.
    static func operationalInfo(token: AnalyticsToken?, flag: DummyFlag) -> [HTTPHeader] {
        let authorization = token.map { [HTTPHeader("Authorization", $0.exposedAuthorization)] } ?? []
        return json + authorization + [.init(ImmuniHeader.dummyData, flag.rawValue)]
    }

    /// Headers of every request with a body.
    static let json = CommonHeaders.all + [.init("Content-Type", "application/json; charset=utf-8")]
}
