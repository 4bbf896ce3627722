import Foundation
import PhonePorts
import WireFormat

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The way to the authority's servers: no cookies, no cache, no redirects, and the headers of the request alone.
final class URLSessionTransport: NSObject, PhoneTransport, URLSessionTaskDelegate {
    private let hosts: [PhoneHost: String]
    /// The only authority to believe, as DER.
    private let pinned: Data

    /// - Parameter hosts: with the port where it is not 443.
    init(hosts: [PhoneHost: String], pinned: Data) {
        self.hosts = hosts
        self.pinned = pinned
    }

    func authority(of host: PhoneHost) -> String { hosts[host] ?? "" }

    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        let session = URLSession(configuration: Self.configuration, delegate: self, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        guard let url = URL(string: "https://\(authority(of: request.host))\(request.target)") else {
            throw .unreachable
        }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method.rawValue
        outgoing.httpBody = request.body.isEmpty ? nil : Data(request.body)
        for header in request.headers {
            outgoing.setValue(header.value, forHTTPHeaderField: header.name)
        }
        let answer: (body: Data, response: URLResponse)
        do {
            answer = try await session.data(for: outgoing)
        } catch {
            throw Self.failure((error as? URLError)?.code)
        }
        guard let response = answer.response as? HTTPURLResponse else {
            throw .unreachable
        }
        let headers = response.allHeaderFields.map { PhoneRequest.Header("\($0.key)", "\($0.value)") }
        return PhoneResponse(status: response.statusCode, headers: headers, body: Array(answer.body))
    }

    private static func failure(_ code: URLError.Code?) -> PhoneTransportError {
        switch code {
        case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .secureConnectionFailed,
            .serverCertificateUntrusted:
            .unreachable
        case .timedOut: .timeout
        default: .interrupted
        }
    }

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = 20
        configuration.timeoutIntervalForResource = 60
        // The system would add its own, which tell the phone's language and version.
        configuration.httpAdditionalHeaders = ["Accept": "*/*", "Accept-Encoding": "identity"]
        return configuration
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(Security)
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let trust = challenge.protectionSpace.serverTrust,
                let anchor = SecCertificateCreateWithData(nil, pinned as CFData),
                SecTrustSetAnchorCertificates(trust, [anchor] as CFArray) == errSecSuccess,
                SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess,
                SecTrustEvaluateWithError(trust, nil)
            else {
                completionHandler(.cancelAuthenticationChallenge, nil)
                return
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    #endif
}
