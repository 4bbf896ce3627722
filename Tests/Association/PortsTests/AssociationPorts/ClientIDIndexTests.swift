import AssociationPorts
import AssociationProtocol
import Testing

@Suite("The index of ClientIDs")
struct ClientIDIndexTests {
    private static func clientID(_ first: [UInt8], last: UInt8 = 0) throws -> ClientID {
        try ClientID(first + [UInt8](repeating: 0, count: 31 - first.count) + [last])
    }

    @Test("each ClientID leads to its account, whatever the order of the accounts")
    func lookup() throws {
        let entries = try (UInt32(0)..<500).map { number in
            let hash = number &* 2_654_435_761
            let first = (0..<4).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
            return (clientID: try Self.clientID(first), number: AccountNumber(number))
        }
        let index = ClientIDIndex(entries)
        #expect(index == ClientIDIndex(entries.reversed()))
        #expect(index.count == 500)
        for entry in entries {
            #expect(index.candidates(for: entry.clientID) == [entry.number])
        }
        #expect(index.candidates(for: try Self.clientID([1, 2, 3, 4, 5, 6])) == [])
    }

    @Test("ClientIDs that begin alike are all candidates")
    func collision() throws {
        let first: [UInt8] = [9, 9, 9, 9, 9, 9]
        let index = ClientIDIndex([
            (try Self.clientID(first, last: 1), AccountNumber(.max)),
            (try Self.clientID(first, last: 2), AccountNumber(0)),
            (try Self.clientID([9, 9, 9, 9, 9, 8]), AccountNumber(5)),
        ])
        #expect(index.candidates(for: try Self.clientID(first)) == [AccountNumber(0), AccountNumber(.max)])
    }

    @Test("an index has whole entries")
    func parsing() {
        #expect(ClientIDIndex(bytes: [])?.count == 0)
        #expect(ClientIDIndex(bytes: [UInt8](repeating: 1, count: 20))?.count == 2)
        #expect(ClientIDIndex(bytes: [UInt8](repeating: 1, count: 19)) == nil)
    }
}
