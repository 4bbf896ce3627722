import HTTPTypes
import NIOCore
import ServiceKit
import Testing
import WireFormat

@Suite("Parts of answers")
struct RangeTests {
    private static let tag = EntityTag("a")

    private func answer(
        _ range: String?,
        ifRange: String? = nil,
        method: HTTPRequest.Method = .get,
        body: ServiceResponse.Body = .bytes(Array(0..<10))
    ) -> ServiceResponse {
        var headers = HTTPFields()
        headers[.range] = range
        headers[.ifRange] = ifRange
        let request = ServiceRequest(method: method, path: "/", headers: headers)
        return ServiceResponse(status: 200, body: body).ranged(Self.tag, for: request)
    }

    private func bytes(_ body: ServiceResponse.Body) -> [UInt8] {
        switch body {
        case .none: []
        case .bytes(let bytes): bytes
        case .buffer(let buffer): Array(buffer.readableBytesView)
        }
    }

    @Test("one range is served, of bytes and of a buffer that was read before")
    func served() {
        var buffer = ByteBuffer(bytes: [9, 9] + Array(0..<10))
        buffer.moveReaderIndex(forwardBy: 2)
        for body in [ServiceResponse.Body.bytes(Array(0..<10)), .buffer(buffer)] {
            for (range, content) in [
                ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=9-", 9..<10), ("bytes=2-4", 2..<5),
                ("bytes=-1", 9..<10), ("bytes=-10", 0..<10), ("bytes=-11", 0..<10), ("bytes=8-20", 8..<10),
                ("bytes=8-99999999999999999999", 8..<10),
            ] as [(String, Range<UInt8>)] {
                let answer = answer(range, body: body)
                #expect(answer.status == 206 && bytes(answer.body) == Array(content), "\(range)")
                #expect(answer.headers[.contentRange] == "bytes \(content.lowerBound)-\(content.upperBound - 1)/10")
            }
        }
    }

    @Test("a range without any byte of the content is 416")
    func unsatisfiable() {
        for range in ["bytes=10-", "bytes=10-11", "bytes=-0", "bytes=99999999999999999999-"] {
            let answer = answer(range)
            #expect(answer.status == 416 && answer.headers[.contentRange] == "bytes */10", "\(range)")
        }
        #expect(answer("bytes=0-", body: .bytes([])).status == 416)
    }

    @Test("several ranges, other units, mistakes, another tag and HEAD get the whole")
    func whole() {
        for range in ["bytes=0-1,3-4", "items=0-1", "bytes=", "bytes=-", "bytes=3-2", "bytes=a-b", "bytes=0--1", "0-1"]
        {
            #expect(answer(range).status == 200, "\(range)")
        }
        #expect(answer(nil).status == 200)
        #expect(answer("bytes=0-1", ifRange: "\"b\"").status == 200)
        #expect(answer("bytes=0-1", ifRange: "W/\"a\"").status == 200)
        #expect(answer("bytes=0-1", ifRange: "\"a\"").status == 206)
        #expect(answer("bytes=0-1", method: .head).status == 200)
        #expect(answer("bytes=0-1").headers[.acceptRanges] == "bytes")
    }
}
