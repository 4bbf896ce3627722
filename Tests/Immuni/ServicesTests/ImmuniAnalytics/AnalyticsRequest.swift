import ExposurePrimitives
import ImmuniAPI
import ServiceTesting
import WireFormat

/// A request to one of the three endpoints, right in every part until a test changes one.
struct AnalyticsRequest: SampleRequest {
    var path: String
    var authorization: String?
    var dummyFlag: String? = "0"
    var contentType: String? = "application/json; charset=utf-8"
    var body: String

    static let tokenPath = "/v1/analytics/apple/token"
    static let applePath = "/v1/analytics/apple/operational-info"
    static let googlePath = "/v1/analytics/google/operational-info"

    static func token(_ seed: UInt64 = 1) -> AnalyticsToken {
        var generator = SeededGenerator(seed: seed)
        return AnalyticsToken.random(using: &generator)
    }

    static func info(exposedDaysAgo: Int? = nil, province: Province = .abroad) -> OperationalInfoRequest {
        OperationalInfoRequest(
            province: province,
            exposurePermission: true,
            bluetoothActive: false,
            notificationPermission: true,
            exposureNotification: exposedDaysAgo != nil,
            lastRiskyExposureOn: SampleAnalytics.noon.utcDay.advanced(byDays: -(exposedDaysAgo ?? 0))
        )
    }

    static func authorisation(_ token: AnalyticsToken = token()) -> AnalyticsRequest {
        let body = #"{"analytics_token":"\#(token.exposedText)","device_token":"QUJD"}"#
        return AnalyticsRequest(path: tokenPath, dummyFlag: nil, body: body)
    }

    static func apple(_ info: OperationalInfoRequest = info(), token: AnalyticsToken = token()) -> AnalyticsRequest {
        let body = String(decoding: info.body, as: UTF8.self)
        return AnalyticsRequest(path: applePath, authorization: token.exposedAuthorization, body: body)
    }

    static func google(_ info: OperationalInfoRequest = info(), salt: UInt64 = 1) -> AnalyticsRequest {
        var generator = SeededGenerator(seed: salt)
        let salt = Base64.encode(Bytes16.random(using: &generator).bytes)
        let fields = String(decoding: info.body.dropLast(), as: UTF8.self)
        return AnalyticsRequest(path: googlePath, body: fields + #","salt":"\#(salt)","signed_attestation":"a.b.c"}"#)
    }

    var text: String {
        let headers = [
            authorization.map { "Authorization: \($0)" }, dummyFlag.map { "Immuni-Dummy-Data: \($0)" },
            contentType.map { "Content-Type: \($0)" },
        ]
        return RawRequest.post(path, headers: headers.compactMap(\.self), body: body)
    }
}
