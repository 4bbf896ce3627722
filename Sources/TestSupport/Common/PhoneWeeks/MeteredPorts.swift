package import PhonePorts
package import WireFormat

/// Servers that know how many bytes the head of an answer has: they answer without the fields that phones do not read.
package protocol WeekServers: PhoneTransport {
    func headSize(of answer: HTTPAnswer, to request: PhoneRequest) -> Int
}

extension WeekServers {
    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "\(host.name).example.org")] }

    /// Bytes of every short answer to a request that has fakes: `cover.answer-size`.
    package static var paddedAnswer: Int { 512 }
}

/// Counts what goes to the servers and comes back.
package struct MeteredTransport: PhoneTransport {
    private let servers: any WeekServers
    private let meter: PhoneMeter

    package init(_ servers: any WeekServers, _ meter: PhoneMeter) {
        (self.servers, self.meter) = (servers, meter)
    }

    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { servers.addedHeaders(to: host) }

    package func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let answer = try await meter.time(sign: -1) { () async throws(HTTPExchangeError) in
            try await servers.send(request)
        }
        meter.noteRequest(
            to: request.host,
            sent: request.wireSize(adding: addedHeaders(to: request.host)),
            received: servers.headSize(of: answer, to: request) + answer.body.count
        )
        return answer
    }
}

/// Counts what is written.
package struct MeteredStorage: PhoneStorage {
    private let base: any PhoneStorage
    private let meter: PhoneMeter

    package init(_ base: any PhoneStorage, _ meter: PhoneMeter) {
        (self.base, self.meter) = (base, meter)
    }

    package func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? { try base.read(name) }

    package func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        meter.noteFile(of: content.count)
        try base.replace(name, with: content)
    }

    package func delete(_ name: String) throws(PhoneStorageError) { try base.delete(name) }

    package func names() throws(PhoneStorageError) -> [String] { try base.names() }
}
