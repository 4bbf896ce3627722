import DiagnosisKeyStores
import Dispatch
import ExposurePrimitives
import GAENCore
import Persistence
import Synchronization

extension ExposureStoresConformance {
    static let uploadChecks = [
        Check(rule: "an accepted upload stores its keys and its inbox entry, with the evidence of the right") {
            stores,
            report in
            let keys = try (0..<3).map { try Samples.key($0) }
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            let evidence = Mutex(RightEvidence.none)
            let accepted = try await stores.uploads.consume(Samples.identifier(), now: Samples.now) { found in
                evidence.withLock { $0 = found }
                return Samples.content(keys)
            }
            report.expect(accepted, "a live right was refused")
            report.expectEqual(evidence.withLock { $0 }, Samples.evidence, "evidence")
            report.expectEqual(try await stores.inbox.entries(limit: 1000), [Samples.inboxEntry()], "inbox")
            report.expectEqual(try await Samples.plan(stores), 3, "keys to publish")
        },
        Check(rule: "without a live right nothing is stored") { stores, report in
            let keys = try [Samples.key(1)]
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            for (identifier, time) in [
                (Samples.identifier(2), Samples.now), (Samples.identifier(), Samples.now.advanced(bySeconds: 150)),
            ] {
                let isAccepted = try await stores.uploads.consume(identifier, now: time) { _ in Samples.content(keys) }
                report.expect(!isAccepted, "an unknown or expired right was accepted")
            }
            report.expect(try await stores.inbox.entries(limit: 1000).isEmpty, "an inbox entry was stored")
            report.expectEqual(try await Samples.plan(stores), 0, "keys to publish")
        },
        Check(rule: "of thirty uploads at once with one right, one wins") { stores, report in
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let keys = try [Samples.key(number)]
                        return try await stores.uploads.consume(Samples.identifier(), now: Samples.now) { _ in
                            Samples.content(keys, inbox: UInt8(number))
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            report.expectEqual(winners, 1, "winners")
            report.expectEqual(try await stores.inbox.entries(limit: 1000).count, 1, "inbox entries")
            report.expectEqual(try await Samples.plan(stores), 1, "keys stored")
        },
        Check(rule: "the right is consumed in the transaction that stores the keys") { stores, report in
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            let keys = try [Samples.key(1)]
            // While the content is being made, no other call may see the right as consumed.
            _ = try await stores.uploads.consume(Samples.identifier(), now: Samples.now) { _ in
                let answered = DispatchSemaphore(value: 0)
                let isLive = Mutex(false)
                Task.detached {
                    let seen = try? await stores.rights.isLive(Samples.identifier(), now: Samples.now)
                    isLive.withLock { $0 = seen ?? false }
                    answered.signal()
                }
                answered.wait()
                report.expect(isLive.withLock { $0 }, "others saw it consumed before anything was stored")
                return Samples.content(keys)
            }
        },
        Check(rule: "an upload whose content cannot be made leaves the right live and stores nothing") {
            stores,
            report in
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            let failure = StoreError.damagedRow(table: "upload_right")
            do {
                _ = try await stores.uploads.consume(Samples.identifier(), now: Samples.now) { _ throws(StoreError) in
                    throw failure
                }
                report.violated("the upload was accepted or refused")
            } catch {
                report.expectEqual(error as? StoreError, failure, "error")
            }
            report.expect(try await stores.rights.isLive(Samples.identifier(), now: Samples.now), "the right is gone")
            report.expect(try await stores.inbox.entries(limit: 1000).isEmpty, "an inbox entry was stored")
        },
        Check(rule: "a rehearsal leaves nothing behind") { stores, report in
            _ = try await stores.rights.grant(Samples.right(), now: Samples.now)
            let keys = try [Samples.key(1)]
            for number: UInt8 in [1, 2] {
                try await stores.uploads.rehearse(Samples.identifier(number), now: Samples.now) { _ in
                    Samples.content(keys, inbox: number)
                }
            }
            report.expect(try await stores.rights.isLive(Samples.identifier(), now: Samples.now), "the right is gone")
            report.expect(try await stores.inbox.entries(limit: 1000).isEmpty, "an inbox entry was stored")
            report.expectEqual(try await Samples.plan(stores), 0, "keys stored")
        },
        Check(rule: "a key uploaded twice is published once") { stores, report in
            let keys = try [Samples.key(1)]
            report.expect(try await Samples.upload(keys, right: 1, to: stores), "first upload refused")
            try await Samples.publishAll(stores)
            report.expect(try await Samples.upload(keys, right: 2, to: stores), "second upload refused")
            report.expectEqual(try await Samples.plan(stores), 0, "keys to publish again")
        },
    ]
}
