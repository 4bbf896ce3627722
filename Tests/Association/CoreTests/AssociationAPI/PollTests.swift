import AssociationAPI
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@Suite("Messages of polls")
struct PollTests {
    @Test("every number of alerts and handles comes back, in answers of one size")
    func wholeRange() throws {
        for count in 0...AssociationLimits.maxPollAlerts {
            let alerts = try (0..<count).map { number in
                try Self.alert(handles: 1 + number % AssociationLimits.maxAlertHandles)
            }
            let answer = try PollAnswer(alerts: alerts)
            #expect(answer.bytes.count == PollAnswer.size)
            #expect(try PollAnswer(parsing: answer.bytes) == answer)
        }
        #expect(PollAnswer.empty.bytes.count == PollAnswer.size)
        #expect(PollAnswer.size == 9606)
        #expect(PollAnswer.markedSize == 9622)
    }

    @Test("an answer has 16 bytes behind the alerts, and no other length is one")
    func marked() throws {
        let answer = try PollAnswer(alerts: [Self.alert(handles: 2)])
        let mark = Bytes16(words: (1, 2))
        let bytes = answer.bytes(mark: mark)
        #expect(bytes == answer.bytes + mark.bytes)
        #expect(try PollAnswer(parsingMarked: bytes) == answer)
        for size in [0, PollAnswer.size, PollAnswer.markedSize - 1] {
            #expect(throws: AssociationError.wrongLength(size)) {
                try PollAnswer(parsingMarked: Array(bytes.prefix(size)))
            }
        }
        #expect(throws: AssociationError.wrongLength(9623)) { try PollAnswer(parsingMarked: bytes + [0]) }
    }

    @Test("a mark belongs to one answer, one request and the keys of one account and day")
    func marks() throws {
        func keys(_ number: UInt8, day: Int = 100) throws -> DayKeys {
            let first = CalendarDay(daysSinceEpoch: 100)
            let chain = try ChainKey(day: first, bytes: SecretBytes([UInt8](repeating: number, count: 32)))
            return try chain.dayKeys(on: CalendarDay(daysSinceEpoch: day))
        }
        let (nonce, content) = (Bytes16(words: (3, 4)), PollAnswer.empty.bytes)
        let bytes = PollAnswer.empty.bytes(mark: AnswerMark.mark(of: content, to: nonce, under: try keys(1)))
        #expect(AnswerMark.isGenuine(bytes, to: nonce, under: try keys(1)))
        #expect(!AnswerMark.isGenuine(bytes, to: nonce, under: try keys(2)))
        #expect(!AnswerMark.isGenuine(bytes, to: nonce, under: try keys(1, day: 101)))
        #expect(!AnswerMark.isGenuine(bytes, to: Bytes16(words: (3, 5)), under: try keys(1)))
        for place in [0, 1, 9605, 9606, 9621] {
            var changed = bytes
            changed[place] ^= 1
            #expect(!AnswerMark.isGenuine(changed, to: nonce, under: try keys(1)))
        }
    }

    @Test("each field is where the contract says")
    func layout() throws {
        let bytes = try PollAnswer(alerts: [Self.alert(handles: 2)]).bytes
        #expect(Array(bytes.prefix(8)) == [1, 1, 0, 0, 0x46, 0x50, 3, 2])
        #expect(Array(bytes[8..<77]) == [68] + [UInt8](repeating: 0, count: 68))
        #expect(bytes[77..<93].allSatisfy { $0 == 0 })
        #expect(Array(bytes[93..<178]) == [84] + [UInt8](repeating: 1, count: 84))
        #expect(bytes[178...].allSatisfy { $0 == 0 })
    }

    @Test("no message has one alert or one handle too many")
    func limits() throws {
        let alert = try Self.alert(handles: 1)
        #expect(throws: AssociationError.wrongLength(AssociationLimits.maxPollAlerts + 1)) {
            try PollAnswer(alerts: [ExposureAlert](repeating: alert, count: AssociationLimits.maxPollAlerts + 1))
        }
        #expect(throws: AssociationError.wrongLength(0)) { try Self.alert(handles: 0) }
        #expect(throws: AssociationError.wrongLength(AssociationLimits.maxAlertHandles + 1)) {
            try Self.alert(handles: AssociationLimits.maxAlertHandles + 1)
        }
        #expect(throws: AssociationError.malformed) {
            try ExposureAlert(day: CalendarDay(daysSinceEpoch: -1), band: .low, handles: alert.handles)
        }
    }

    @Test(
        "a changed length, count or band is refused",
        arguments: [(0, 2), (1, 15), (1, 255), (6, 0), (6, 4), (7, 0), (7, 9), (8, 0), (8, 67), (8, 255)]
    )
    func changedByte(position: Int, value: UInt8) throws {
        var bytes = try PollAnswer(alerts: [Self.alert(handles: 2)]).bytes
        #expect(throws: Never.self) { try PollAnswer(parsing: bytes) }
        bytes[position] = value
        #expect(throws: AssociationError.self) { try PollAnswer(parsing: bytes) }
    }

    @Test("an answer that is too short or too long is refused")
    func wrongSize() throws {
        let bytes = PollAnswer.empty.bytes
        #expect(throws: AssociationError.wrongLength(9605)) { try PollAnswer(parsing: bytes.dropLast()) }
        #expect(throws: AssociationError.wrongLength(9607)) { try PollAnswer(parsing: bytes + [0]) }
    }

    /// On day 18 000, with handles of both profiles in turn.
    private static func alert(handles count: Int) throws -> ExposureAlert {
        let handles = try (0..<count).map { number in
            let profile: RadioProfile = number.isMultiple(of: 2) ? .exact : .sealed
            return try TicketHandle([UInt8](repeating: UInt8(number), count: TicketHandle.size(profile)))
        }
        return try ExposureAlert(day: CalendarDay(daysSinceEpoch: 18_000), band: .high, handles: handles)
    }
}
