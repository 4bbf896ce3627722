import ExposurePrimitives
import GAENCore
import ImmuniAPI
import ServiceKit
import ServiceTesting

/// The requests that one person causes, from the authorisation to the upload.
struct SampleRequest {
    var code = "9K2RAY8UUQ"
    var province = "RM"
    /// The day before ``SampleServer/noon``.
    var keyData = [UInt8](repeating: 5, count: 16)

    private var otp: OneTimePassword { get throws { try OneTimePassword(code) } }

    func authorisation() throws -> String {
        let body = OTPAuthorisation(otp: try otp, symptomsStartedOn: SampleServer.noon.utcDay.advanced(byDays: -1))
        return RawRequest.postJSON("/v1/otp", body: String(decoding: body.exposedBody, as: UTF8.self))
    }

    func check(flag: String = "0") throws -> String {
        RawRequest.postJSON(
            "/v1/ingestion/check-otp",
            headers: ["Authorization: \(try otp.uploadToken.exposedAuthorization)", "Immuni-Dummy-Data: \(flag)"],
            body: "{}"
        )
    }

    func upload(flag: String = "0") throws -> String { try upload(flag: flag, body: uploadBody()) }

    func upload(flag: String = "0", body: String) throws -> String {
        RawRequest.postJSON(
            "/v1/ingestion/upload",
            headers: [
                "Authorization: \(try otp.uploadToken.exposedAuthorization)", "Immuni-Dummy-Data: \(flag)",
                "Immuni-Client-Clock: \(SampleServer.noon.seconds)",
            ],
            body: body
        )
    }

    func uploadBody() throws -> String {
        let yesterday = IntervalNumber(IntervalNumber(clamping: SampleServer.noon).startOfDay.rawValue - 144)
        let key = try TemporaryExposureKey(keyData: .init(keyData), rollingStart: yesterday, rollingPeriod: 144)
        let summary = EpidemiologicalInfo.DetectionSummary(
            date: SampleServer.noon.utcDay,
            matchedKeyCount: 1,
            daysSinceLastExposure: 1,
            attenuationDurations: [300, 0, 0],
            maximumRiskScore: 1,
            exposureInfo: []
        )
        let upload = UploadRequest(
            province: Province(code: province) ?? .abroad,
            keys: [key],
            epidemiologicalInfo: EpidemiologicalInfo(summaries: [summary])
        )
        return String(decoding: upload.exposedBody(padding: "00"), as: UTF8.self)
    }
}

extension BoundPorts {
    /// The status of an authorisation of the request's code.
    func authorise(_ request: SampleRequest) async throws -> Int {
        try await RawHTTP.exchange(port: self.internal, request.authorisation()).status
    }
}
