import Persistence

extension ObjectStoreConformance {
    static let nameChecks = [
        Check(rule: "a name and the names under it are objects of their own") { store, report in
            // Upwards and downwards, because either may exist first.
            for order in [paths, paths.reversed()] {
                for path in order {
                    try await store.put(content(path), as: objectName(path))
                }
                for path in order {
                    report.expectEqual(try await store.get(objectName(path)), content(path), path)
                }
                for (number, path) in order.enumerated() {
                    try await store.delete(objectName(path))
                    let left = Set(order.dropFirst(number + 1))
                    report.expectEqual(Set(try await store.names().map(\.description)), left, "without \(path)")
                    for path in left {
                        report.expectEqual(try await store.get(objectName(path)), content(path), path)
                    }
                }
            }
        },
        Check(rule: "names that look alike are objects of their own") { store, report in
            let cases = ["de", "DE", "De", "d/e", "d/E", "D/e"]
            let paths = cases + ["de-1", "de_1", "de.1", "d-e", "a/b/c", "a/b-c", "a-b/c"]
            for path in paths {
                try await store.put(content(path), as: objectName(path))
            }
            for path in paths {
                report.expectEqual(try await store.get(objectName(path)), content(path), path)
            }
            report.expectEqual(Set(try await store.names().map(\.description)), Set(paths), "the names")
        },
        Check(rule: "the longest names are names like others") { store, report in
            let segment = String(repeating: "s", count: ObjectName.maxSegmentLength)
            let few = Array(repeating: segment, count: 4).joined(separator: "/").dropLast(3)
            let many = Array(repeating: "m", count: ObjectName.maxLength / 2).joined(separator: "/")
            // Names that differ only in the last character.
            let paths = [segment, String(few), few.dropLast() + "t", many, many.dropLast() + "n"]
            for path in paths {
                try await store.put(content(path), as: objectName(path))
            }
            for path in paths {
                report.expectEqual(try await store.get(objectName(path)), content(path), path)
            }
            report.expectEqual(Set(try await store.names().map(\.description)), Set(paths), "the names")
        },
    ]

    static let listingChecks = [
        Check(rule: "names are listed once each, however many there are") { store, report in
            // A page of S3's listing has a thousand names.
            let paths = Set((0...1000).map { "object-\($0)" })
            for path in paths {
                try await store.put([1], as: objectName(path))
            }
            let found = try await store.names().map(\.description)
            report.expectEqual(found.count, paths.count, "the number of names")
            report.expectEqual(Set(found).symmetricDifference(paths), [], "the difference")
        },
        Check(rule: "names under a folder are listed, without its own and those of its neighbours") { store, report in
            for path in paths + ["date/2026-11-2", "date/2026-11-200/hour/1", "other/date/2026-11-20/hour/1"] {
                try await store.put(content(path), as: objectName(path))
            }
            for (folder, expected) in [
                ("date/2026-11-20", ["hour", "hour/1", "hour/13", "hour/1/part"]), ("date/2026-11-20/hour/13", []),
                ("date/2026-11-20/hour", ["1", "13", "1/part"]), ("nothing", []), ("da", []),
            ] {
                let found = try await store.names(under: objectName(folder)).map(\.description)
                report.expectEqual(found.sorted(), expected.map { "\(folder)/\($0)" }.sorted(), "under \(folder)")
            }
        },
    ]

    private static let paths = [
        "date", "date/2026-11-20", "date/2026-11-20/hour", "date/2026-11-20/hour/1", "date/2026-11-20/hour/13",
        "date/2026-11-20/hour/1/part",
    ]

    private static func content(_ path: String) -> [UInt8] { Array(path.utf8) }
}
