package import PhonePorts
package import WireFormat

/// Passes requests on and prints what was sent and received.
package struct NarratingTransport: PhoneTransport {
    private let base: any PhoneTransport
    private let narrator: Narrator
    private let speaker: String
    private let label: @Sendable (PhoneRequest) -> String?
    private let observe: @Sendable (PhoneRequest, HTTPAnswer) -> Void

    /// - Parameters:
    ///   - speaker: who sends.
    ///   - label: what is printed beside a request; nil for nothing.
    ///   - observe: is called with each request that got an answer.
    package init(
        base: any PhoneTransport,
        narrator: Narrator,
        speaker: String,
        label: @escaping @Sendable (PhoneRequest) -> String? = { _ in nil },
        observe: @escaping @Sendable (PhoneRequest, HTTPAnswer) -> Void = { _, _ in }
    ) {
        (self.base, self.narrator, self.speaker) = (base, narrator, speaker)
        (self.label, self.observe) = (label, observe)
    }

    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] {
        base.addedHeaders(to: host)
    }

    package func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let note = label(request).map { ", \($0)" } ?? ""
        let call = "\(speaker): \(request.method.rawValue) \(request.target)\(note)"
        do {
            let response = try await base.send(request)
            observe(request, response)
            let sent = Narrator.grouped(request.wireSize(adding: addedHeaders(to: request.host)))
            let received = Narrator.grouped(response.body.count)
            narrator.detail("\(call) → \(response.status) (\(sent) bytes sent, body of \(received) bytes received)")
            return response
        } catch {
            narrator.detail("\(call) → no answer: \(error)")
            throw error
        }
    }
}
