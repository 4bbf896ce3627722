import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import SQLiteEngine
import SQLiteStores
import StoreConformance
import Testing

@Suite("Withdrawn chunks")
struct WithdrawalTests {
    @Test("sound keys of a published chunk are in the next one, unsound ones in none")
    func withdraws() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
            let stores = database.exposureStores()
            let withdrawals = SQLiteWithdrawals(database)
            let keys = try (1...3).map { try Samples.key($0) }
            #expect(try await Samples.upload(keys, to: stores))
            func withdraw(_ unsound: [Int]) async throws -> Int {
                try await withdrawals.withdrawKeys(
                    ofChunk: 1,
                    in: .main,
                    except: Set(unsound.map { keys[$0].diagnosisKey.key.keyData }),
                    from: Samples.now
                )
            }
            _ = try await stores.chunks.planChunks(rules: Samples.rules, now: Samples.now)
            #expect(try await withdraw([0]) == 0, "a chunk that is not published")
            try await Samples.publishAll(stores)
            #expect(try await withdraw([1]) == 2)
            #expect(try await withdraw([1]) == 0, "a second time")
            try await Samples.publishAll(stores, now: Samples.now.advanced(bySeconds: 3600))
            #expect(try await stores.chunks.keys(ofChunk: 1).isEmpty)
            let later = try await stores.chunks.keys(ofChunk: 2).map(\.key)
            #expect(later == [keys[0], keys[2]].map(\.diagnosisKey.key))
        }
    }

    @Test("keys without a chunk are counted from the end of their embargo on")
    func waits() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
            let (stores, waiting) = (database.exposureStores(), SQLiteWaitingKeys(database))
            #expect(try await waiting.countWaitingKeys(in: .main, since: Samples.now) == 0)
            let keys = try [0, 1].map { try Samples.key($0, releasableAt: Samples.now.advanced(bySeconds: Int64($0))) }
            #expect(try await Samples.upload(keys, to: stores))
            for (seconds, count) in [(-1, 0), (0, 1), (1, 2)] as [(Int64, Int)] {
                let moment = Samples.now.advanced(bySeconds: seconds)
                #expect(try await waiting.countWaitingKeys(in: .main, since: moment) == count)
            }
            try await Samples.publishAll(stores)
            #expect(try await waiting.countWaitingKeys(in: .main, since: Samples.now) == 0)
        }
    }
}
