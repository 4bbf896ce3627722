import ArgumentParser
import AssociationPorts
import AssociationProtocol
import AssociationService
import ExposurePrimitives
import Foundation
import GAENCore
import GRDB
import SQLAssociationStores
import SQLEngine
import SQLiteEngine

/// Makes the index of ClientIDs of many accounts in SQLite, as the job does after each interval.
struct IndexBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "client-id-index")

    @Option(help: "A folder for the databases; it must be empty.")
    var folder: String

    @Option(help: "Accounts.")
    var accounts = 1_000_000

    func run() async throws {
        let folder = URL(filePath: folder)
        let path = folder.appending(path: "association.sqlite").path
        let database = try SQLiteDatabase(path: path, schema: .association)
        let indexes = try SQLiteDatabase(
            path: folder.appending(path: "association-index.sqlite").path,
            schema: .associationIndex
        )
        try fill(path)
        let stores = database.associationStores(indexes: indexes)
        let reading = Stopwatch()
        try await readAll(stores.accounts)
        let readingSeconds = reading.cpuSeconds
        let maker = ClientIDIndexMaker(accounts: stores.accounts)
        let start = AssociationInterval(clamping: Self.today.startInUTC)
        let first = Stopwatch()
        _ = try await maker.index(of: start)
        let firstSeconds = first.cpuSeconds
        let next = Stopwatch()
        let index = try await maker.index(of: AssociationInterval(start.number + 1))
        let nextSeconds = next.cpuSeconds
        guard index.count == accounts else {
            throw ValidationError("the index has \(index.count) entries")
        }
        let writing = Stopwatch()
        try await indexes.associationStores(indexes: indexes).indexes.put(index, of: start)
        try report([
            "accounts": Double(accounts), "reading_seconds": readingSeconds, "first_seconds": firstSeconds,
            "next_seconds": nextSeconds, "writing_wall_seconds": writing.wallSeconds,
            "index_bytes": Double(index.bytes.count), "peak_bytes": Self.peakBytes(),
            "limit_seconds": limitSeconds(), "keys_seconds": try keySeconds(),
        ])
    }

    private func readAll(_ store: any AccountStore) async throws {
        var last: AccountNumber?
        repeat {
            last = try await store.accounts(after: last, limit: 4096).last?.number
        } while last != nil
    }

    /// What the bare loop needs for two blocks of SHA-256 for each account.
    private func limitSeconds() -> Double {
        let limits = MachineLimits(isWide: KernelPath.best == .x86AVX512, sightings: 2000)
        guard let part = MachineLimits.parts.first(where: { $0.name == "sha256" }) else {
            return 0
        }
        return (limits.secondsPerKey()[part.name] ?? 0) / part.perKey * 2 * Double(accounts)
    }

    /// ClientIDs alone, without a store, as many at once as the job makes.
    private func keySeconds() throws -> Double {
        let chains = try (1...ClientIDIndexMaker.partSize).map(Self.chain)
        let keys = ClientIDKey.keys(of: chains, on: Self.today).compactMap(\.self)
        let interval = AssociationInterval(clamping: Self.today.startInUTC)
        let watch = Stopwatch()
        var sum: UInt64 = 0
        for first in stride(from: 0, to: accounts, by: ClientIDIndexMaker.partSize) {
            let part = Array(keys.prefix(accounts - first))
            for clientID in try ClientIDKey.clientIDs(under: part, in: interval) {
                sum &+= clientID.exposedValue.words.0
            }
        }
        guard sum != 0 else {
            throw ValidationError("a ClientID is zero")
        }
        return watch.cpuSeconds
    }

    /// Writes the accounts in one transaction.
    private func fill(_ path: String) throws {
        var generator = SeededGenerator(seed: 3)
        let step = UInt32.max / UInt32(accounts)
        try DatabaseQueue(path: path).write { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO account (registration, number, subject, country, state, district, registered_on,
                        chain_day, chain_key)
                    VALUES (?, ?, ?, 380, 9, 'RM1', ?, ?, ?)
                    """
            )
            let first = Self.today.advanced(byDays: -Account.chainLife).daysSinceEpoch
            for number in 0..<accounts {
                let registration = Bytes16.random(using: &generator).bytes
                let chain = try Self.chain(of: number)
                try statement.execute(arguments: [
                    Data(registration), Int64(UInt32(number) * step), Data(registration + registration), first, first,
                    Data(chain.exposedBytes),
                ])
            }
        }
    }

    private static func chain(of number: Int) throws -> ChainKey {
        let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) }
        return try ChainKey(day: today.advanced(byDays: -Account.chainLife), bytes: SecretBytes(bytes))
    }

    private static func peakBytes() -> Double {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return Double(usage.ru_maxrss) * 1024
    }

    /// 2021-03-01.
    private static let today = UnixTime(1_614_600_000).utcDay
}
