import Persistence

extension ObjectStoreConformance {
    static let concurrencyChecks = [
        Check(rule: "no object is lost when many are stored at the same time") { store, report in
            let paths = (0..<60).map { "\($0 % 3)/\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for path in paths {
                    group.addTask { try await store.put(Array(path.utf8), as: objectName(path)) }
                }
                try await group.waitForAll()
            }
            for path in paths {
                report.expectEqual(try await store.get(objectName(path)), Array(path.utf8), path)
            }
            report.expectEqual(Set(try await store.names().map(\.description)), Set(paths), "the names")
        },
        Check(rule: "readers and other writers see an object whole") { store, report in
            let name = try objectName("object")
            let contents = (1...4 as ClosedRange<UInt8>).map { [UInt8](repeating: $0, count: 40_000 * Int($0)) }
            try await store.put(contents[0], as: name)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<80 {
                    group.addTask { try await store.put(contents[number % contents.count], as: name) }
                    group.addTask {
                        let found = try await store.get(name)
                        report.expect(contents.contains { $0 == found }, "\(found?.count ?? 0) bytes were read")
                    }
                }
                try await group.waitForAll()
            }
            let last = try await store.get(name)
            report.expect(contents.contains { $0 == last }, "\(last?.count ?? 0) bytes were left")
        },
        Check(rule: "no object is lost when others under the same name are deleted") { store, report in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        for round in 0..<4 as Range<UInt8> {
                            let name = try objectName("a/b/\(number)")
                            try await store.put([round], as: name)
                            report.expectEqual(try await store.get(name), [round], "\(name)")
                            try await store.delete(name)
                        }
                    }
                }
                try await group.waitForAll()
            }
            report.expectEqual(try await store.names(), [], "the names")
        },
        Check(rule: "what is whole, or being written, is not deleted as unfinished") { store, report in
            let paths = (0..<40).map { "\($0 % 3)/\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for path in paths {
                    group.addTask { try await store.put([1], as: objectName(path)) }
                    group.addTask { try await store.deleteUnfinished() }
                }
                try await group.waitForAll()
            }
            try await store.deleteUnfinished()
            report.expectEqual(Set(try await store.names().map(\.description)), Set(paths), "the names")
        },
    ]
}
