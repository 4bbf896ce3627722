import ExposureFramework
public import ImmuniAPI
import ExposurePrimitives
import GAENCore
import PhonePorts
import WireFormat

extension MobileClient {
    /// A new code for the owner to read to the Healthcare Operator. It is kept nowhere.
    public func makeOTP() -> OneTimePassword {
        OneTimePassword.generate(using: &generator)
    }

    /// Whether the Healthcare Operator has authorised `otp`.
    public func isAuthorised(_ otp: OneTimePassword) async throws(MobileClientError) -> Bool {
        let response = try await sendPadded(
            FixedSizeRequest(
                endpoint: ImmuniAPI.checkOTP,
                authority: transport.authority(of: .upload),
                headers: RequestHeaders.ingestion(token: otp.uploadToken, flag: .genuine),
                body: CheckOTPRequest().body(padding:)
            )
        )
        switch response.status {
        case 204: return true
        case APIError.unauthorisedOTP.status: return false
        default: throw .unexpectedStatus(response.status)
        }
    }

    /// Uploads the owner's keys and what the phone knows of its own exposures, once the owner consents.
    ///
    /// - Returns: what was sent.
    /// - Throws: `framework(.rejectedOptIn)` where the owner does not consent, `unauthorisedOTP`, and what can go wrong
    ///   on the way.
    public func upload(with otp: OneTimePassword) async throws(MobileClientError) -> UploadReport {
        let settings = try requireSettings()
        guard let province else {
            throw .notOnboarded
        }
        let keys = try await sharedKeys()
        let today = clock.now().utcDay
        // Should the packet be too small for every info, the least important ones stay behind rather than the keys.
        var infoCount = settings.teksMaxInfoCount
        while true {
            let content = UploadRequest(
                province: province,
                keys: keys,
                epidemiologicalInfo: history.epidemiologicalInfo(
                    summaryCount: settings.teksMaxSummaryCount,
                    infoCount: infoCount,
                    on: today
                )
            )
            do throws(MobileClientError) {
                return try await upload(content, with: otp)
            } catch .packetTooSmall where infoCount > 0 {
                infoCount = min(infoCount, content.epidemiologicalInfo.infoCount) / 2
            }
        }
    }

    private func upload(
        _ content: UploadRequest,
        with otp: OneTimePassword
    ) async throws(MobileClientError) -> UploadReport {
        let clockHeader = PhoneRequest.Header(ImmuniHeader.clientClock, String(clock.now().seconds))
        let response = try await sendPadded(
            FixedSizeRequest(
                endpoint: ImmuniAPI.upload,
                authority: transport.authority(of: .upload),
                headers: RequestHeaders.ingestion(token: otp.uploadToken, flag: .genuine) + [clockHeader],
                body: content.exposedBody(padding:)
            )
        )
        switch response.status {
        case 204:
            await handle(.dataUploaded(clock.now().utcDay))
            return UploadReport(
                keyCount: content.keys.count,
                summaryCount: content.epidemiologicalInfo.summaries.count,
                infoCount: content.epidemiologicalInfo.infoCount
            )
        case APIError.unauthorisedOTP.status:
            throw .unauthorisedOTP
        default:
            throw .unexpectedStatus(response.status)
        }
    }

    /// The newest fourteen keys, newest first, as the owner shares them.
    private func sharedKeys() async throws(MobileClientError) -> [TemporaryExposureKey] {
        do {
            let keys = try await framework.temporaryExposureKeyHistory()
            return Array(keys.reversed().prefix(UploadLimits.keysSent))
        } catch {
            throw .framework(error)
        }
    }

    private func sendPadded(_ request: FixedSizeRequest) async throws(MobileClientError) -> PhoneResponse {
        let size = try requireSettings().teksPacketSize
        return try await send(try request.padded(to: size, using: &generator))
    }
}

/// What an upload held.
public struct UploadReport: Hashable, Sendable {
    public let keyCount: Int
    public let summaryCount: Int
    public let infoCount: Int
}

extension EpidemiologicalInfo {
    fileprivate var infoCount: Int {
        summaries.reduce(0) { $0 + $1.exposureInfo.count }
    }
}
