import ClientKit
package import ExposurePrimitives
import GAENCore
package import ImmuniAPI
package import PhonePorts
package import WireFormat

/// The requests to the upload host, real ones and dummies, all of one size on the wire.
package struct UploadRequests: Sendable {
    /// The headers that the transport adds to requests to the upload host.
    let addedHeaders: [HTTPHeader]
    /// Bytes of each request, headers included.
    let size: Int

    package init(addedHeaders: [HTTPHeader], size: Int) {
        self.addedHeaders = addedHeaders
        self.size = size
    }

    package func validation(
        of token: UploadToken,
        _ flag: DummyFlag,
        using generator: inout some RandomNumberGenerator
    ) throws(MobileClientError) -> PhoneRequest {
        try padded(
            ImmuniEndpoint.checkOTP,
            RequestHeaders.ingestion(token: token, flag: flag),
            using: &generator,
            body: CheckOTPRequest().body(padding:)
        )
    }

    package func upload(
        _ content: UploadRequest,
        with token: UploadToken,
        _ flag: DummyFlag,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(MobileClientError) -> PhoneRequest {
        let clock = HTTPHeader(ImmuniHeader.clientClock, String(now.seconds))
        return try padded(
            ImmuniEndpoint.upload,
            RequestHeaders.ingestion(token: token, flag: flag) + [clock],
            using: &generator,
            body: content.exposedBody(padding:)
        )
    }

    private func padded(
        _ endpoint: Endpoint,
        _ headers: [HTTPHeader],
        using generator: inout some RandomNumberGenerator,
        body: @escaping (String) -> [UInt8]
    ) throws(MobileClientError) -> PhoneRequest {
        let request = FixedSizeRequest(
            endpoint: endpoint,
            host: .upload,
            addedHeaders: addedHeaders,
            headers: headers,
            body: body
        )
        do {
            return try request.padded(to: size, using: &generator)
        } catch {
            throw .packetTooSmall(size: error.size)
        }
    }

    /// A dummy request: it has a token that belongs to no code, and no data of the phone.
    package func dummy(
        _ kind: DummyKind,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(MobileClientError) -> PhoneRequest {
        let token = UploadToken.random(using: &generator)
        switch kind {
        case .validation:
            return try validation(of: token, .dummy, using: &generator)
        case .upload:
            let content = UploadRequest(
                province: .abroad,
                keys: [],
                epidemiologicalInfo: EpidemiologicalInfo(summaries: [])
            )
            return try upload(content, with: token, .dummy, at: now, using: &generator)
        }
    }

    /// The largest upload that fits. If the packet is too small for all infos, the least important infos are left out,
    /// never the keys.
    func largest(
        with token: UploadToken,
        at now: UnixTime,
        infoCount: Int,
        using generator: inout some RandomNumberGenerator,
        content: (_ infoCount: Int) -> UploadRequest
    ) throws(MobileClientError) -> (PhoneRequest, UploadReport) {
        var infoCount = infoCount
        while true {
            let content = content(infoCount)
            do throws(MobileClientError) {
                let request = try upload(content, with: token, .genuine, at: now, using: &generator)
                return (request, UploadReport(content))
            } catch {
                guard case .packetTooSmall = error, infoCount > 0 else {
                    throw error
                }
                infoCount = min(infoCount, content.epidemiologicalInfo.infoCount) / 2
            }
        }
    }
}

/// The amount of data in an upload.
struct UploadReport: Codable, Hashable, Sendable {
    let keyCount: Int
    let summaryCount: Int
    let infoCount: Int
}

extension UploadReport {
    init(_ content: UploadRequest) {
        self.init(
            keyCount: content.keys.count,
            summaryCount: content.epidemiologicalInfo.summaries.count,
            infoCount: content.epidemiologicalInfo.infoCount
        )
    }
}

extension EpidemiologicalInfo {
    var infoCount: Int {
        summaries.reduce(0) { $0 + $1.exposureInfo.count }
    }
}
