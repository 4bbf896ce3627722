import PhonePorts
import PhoneSimulation
import Testing

@Suite("Values of a connection")
struct ConnectionValueTests {
    @Test("accept writes of 1 to 512 bytes at most", arguments: [(0, false), (1, true), (512, true), (513, false)])
    func maxWriteLength(length: Int, isPossible: Bool) {
        let value = ConnectionValue(SampleAir.note, isReadable: false, maxWriteLength: length)
        #expect((value != nil) == isPossible)
    }

    @Test("are written up to the length that the other phone accepts, and no further", arguments: [0, 1, 20])
    func writes(length: Int) async throws {
        let (sample, connection) = try await SampleAir.connected()
        let bytes = [UInt8](repeating: 1, count: length)
        try await connection.write(bytes, to: SampleAir.note)
        await #expect(throws: ConnectionError.tooLarge(max: 20)) {
            try await connection.write([UInt8](repeating: 1, count: 21), to: SampleAir.note)
        }
        #expect(sample.answerer.taken.map(\.bytes) == [bytes])
    }

    @Test("are read up to 512 bytes, and no further")
    func reads() async throws {
        let (sample, connection) = try await SampleAir.connected()
        sample.answerer.set([UInt8](repeating: 1, count: 512), for: SampleAir.identity)
        #expect(try await connection.read(SampleAir.identity).count == 512)
        sample.answerer.set([UInt8](repeating: 1, count: 513), for: SampleAir.identity)
        await #expect(throws: ConnectionError.tooLarge(max: 512)) { try await connection.read(SampleAir.identity) }
        sample.answerer.set([], for: SampleAir.identity)
        #expect(try await connection.read(SampleAir.identity) == [])
    }

    @Test("that are not offered, or not for this use, do not exist")
    func unknown() async throws {
        let (sample, connection) = try await SampleAir.connected()
        for value in [SampleAir.note, SampleAir.id(3)] {
            await #expect(throws: ConnectionError.noSuchValue) { try await connection.read(value) }
        }
        for value in [SampleAir.identity, SampleAir.id(3)] {
            await #expect(throws: ConnectionError.noSuchValue) { try await connection.write([1], to: value) }
        }
        #expect(sample.answerer.taken.isEmpty)
    }

    @Test("may be refused for a protocol's own reason, and the connection continues")
    func refusals() async throws {
        let sample = try SampleAir()
        let refusal = try #require(ConnectionRefusal(code: 0x81))
        let connection = try await sample.connect()
        sample.answerer.refuse(with: refusal)
        await #expect(throws: ConnectionError.refused(refusal)) { try await connection.read(SampleAir.identity) }
        await #expect(throws: ConnectionError.refused(refusal)) { try await connection.write([1], to: SampleAir.note) }
        sample.answerer.refuse(with: nil)
        try await connection.write([2], to: SampleAir.note)
        #expect(sample.answerer.taken.map(\.bytes) == [[2]])
    }

    @Test("have refusal codes from the range that Bluetooth leaves to applications")
    func codes() {
        #expect([0x7F, 0x80, 0x9F, 0xA0].map { ConnectionRefusal(code: $0)?.code } == [nil, 0x80, 0x9F, nil])
    }
}
