package import Persistence

/// The rules for every adapter of the object store's port, as checks that report violations.
package struct ObjectStoreConformance: Sendable {
    /// Makes an empty store.
    let makeStore: @Sendable () async throws -> any ObjectStore

    package init(makeStore: @escaping @Sendable () async throws -> any ObjectStore) {
        self.makeStore = makeStore
    }

    typealias Check = RuleCheck<any ObjectStore>

    /// - Returns: the violations, each beginning with its rule; empty for a conforming adapter.
    package func violations() async -> [String] {
        await (Self.contentChecks + Self.nameChecks + Self.listingChecks + Self.concurrencyChecks)
            .violations(on: makeStore)
    }

    private static let contentChecks = [
        Check(rule: "an object is read as it was stored, whatever its bytes and size") { store, report in
            let large = (0..<1_048_577).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            for bytes in [[], [0], Array(0...255), large] {
                let name = try objectName("object-\(bytes.count)")
                try await store.put(bytes, as: name)
                report.expect(try await store.get(name) == bytes, "\(bytes.count) bytes are read as others")
            }
        },
        Check(rule: "an object is replaced by what is stored later") { store, report in
            let name = try objectName("object")
            for bytes in [[1, 2, 3], [4], []] as [[UInt8]] {
                try await store.put(bytes, as: name)
                report.expectEqual(try await store.get(name), bytes, "the object")
            }
            report.expectEqual(try await store.names(), [name], "the names")
        },
        Check(rule: "other bytes are another revision, and reading keeps it") { store, report in
            let name = try objectName("folder/object")
            report.expect(try await store.revision(of: name) == nil, "a name without an object has a revision")
            var revisions: Set<ObjectRevision?> = []
            for bytes in [[1], [2], [2, 3], []] as [[UInt8]] {
                try await store.put(bytes, as: name)
                let revision = try await store.revision(of: name)
                _ = try await store.get(name)
                report.expect(try await store.revision(of: name) == revision, "reading changes it")
                revisions.insert(revision)
            }
            report.expect(revisions.count == 4 && !revisions.contains(nil), "there are \(revisions.count)")
        },
        Check(rule: "a name without an object has no bytes and can be deleted") { store, report in
            for name in [try objectName("nothing"), try objectName("nothing/at/all")] {
                report.expectEqual(try await store.get(name), nil, "\(name)")
                try await store.delete(name)
            }
            report.expectEqual(try await store.names(), [], "the names")
        },
        Check(rule: "a deleted object is gone, and its name can be used again") { store, report in
            for name in [try objectName("object"), try objectName("folder/object")] {
                for byte in [1, 2] as [UInt8] {
                    try await store.put([byte], as: name)
                    report.expectEqual(try await store.get(name), [byte], "\(name)")
                    try await store.delete(name)
                    report.expectEqual(try await store.get(name), nil, "\(name), deleted")
                    report.expectEqual(try await store.names(), [], "the names")
                }
            }
        },
    ]
}

/// The name that a check uses.
func objectName(_ text: String) throws -> ObjectName {
    guard let name = ObjectName(text) else {
        throw UnusableName(text: text)
    }
    return name
}

/// The name that a check wants to use is not valid.
private struct UnusableName: Error {
    let text: String
}
