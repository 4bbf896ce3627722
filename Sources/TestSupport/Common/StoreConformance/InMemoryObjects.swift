package import Persistence
import Synchronization

/// Objects in memory: the reference of the conformance suite and, with a fault, the proof that it finds one.
package final class InMemoryObjects: ObjectStore {
    /// A fault that an adapter could have.
    package enum Fault: Sendable, CaseIterable {
        case keepsTheFirst
        case losesEmptyObjects
        case cutsLargeObjects
        case refusesMissingNames
        case keepsTheRevision
        /// Refuses names below an object, like a plain folder that has a file of that name.
        case refusesNamesUnderObjects
        case refusesObjectsAboveNames
        case deletesNamesUnderObjects
        case foldsCase
        case joinsSegments
        case cutsLongNames
        case listsFolders
        case listsOnePage
        case listsByFirstCharacters
        case listsTheFolderItself
        case listsFoldersOfOtherFolders
        case losesWritersAtOnce
        case showsHalfObjects
        case deletesWholeFolders
        case deletesObjectsAsUnfinished
    }

    private let fault: Fault?
    private let objects = Mutex<[String: [UInt8]]>([:])
    private let callers = Mutex((readers: 0, writers: 0))

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func put(_ bytes: [UInt8], as name: ObjectName) async throws(ObjectStorageError) {
        let (key, before) = (key(of: name), objects.withLock { $0 })
        callers.withLock { $0.writers += 1 }
        guard !isRefused(name, before: before), !(fault == .keepsTheFirst && before[key] != nil) else {
            return
        }
        if fault == .showsHalfObjects {
            objects.withLock { $0[key] = Array(bytes.prefix(bytes.count / 2)) }
            await waitForOthers { $0.readers }
        }
        if fault == .losesWritersAtOnce {
            await waitForOthers { $0.writers }
        }
        objects.withLock { objects in
            if fault == .losesWritersAtOnce {
                objects = before
            }
            objects[key] = fault == .cutsLargeObjects ? Array(bytes.prefix(1 << 20)) : bytes
            if fault == .losesEmptyObjects && bytes.isEmpty {
                objects[key] = nil
            }
        }
    }

    package func get(_ name: ObjectName) async throws(ObjectStorageError) -> [UInt8]? {
        let bytes = objects.withLock { $0[key(of: name)] }
        callers.withLock { $0.readers += 1 }
        return bytes
    }

    package func revision(of name: ObjectName) async throws(ObjectStorageError) -> ObjectRevision? {
        try await get(name).map { ObjectRevision(fault == .keepsTheRevision ? "" : "\($0)") }
    }

    package func delete(_ name: ObjectName) async throws(ObjectStorageError) {
        let key = key(of: name)
        let isThere = objects.withLock { objects in
            if fault == .deletesNamesUnderObjects {
                objects = objects.filter { !$0.key.hasPrefix("\(key)/") }
            }
            if fault == .deletesWholeFolders, let folder = name.segments.dropLast().last {
                objects = objects.filter { !$0.key.contains("\(folder)/") }
            }
            return objects.removeValue(forKey: key) != nil
        }
        if fault == .refusesMissingNames && !isThere {
            throw ObjectStorageError(reason: "delete \(name)")
        }
    }

    package func names(under folder: ObjectName?) async throws(ObjectStorageError) -> [ObjectName] {
        let all = objects.withLock { $0.keys }.compactMap(ObjectName.init)
        var names = all.filter { isListed($0, under: folder) }
        if fault == .listsFolders {
            names = Array(Set(names + names.compactMap { $0.folder }))
        }
        return fault == .listsOnePage ? Array(names.prefix(1000)) : names
    }

    package func deleteUnfinished() async throws(ObjectStorageError) {
        if fault == .deletesObjectsAsUnfinished {
            objects.withLock { $0 = [:] }
        }
    }
}

// MARK: - Faults

extension InMemoryObjects {
    /// Lets other calls in before the write ends. A fault between two calls would else show by chance alone; a call
    /// that is by itself goes on after a bounded number of turns.
    private func waitForOthers(_ count: @Sendable ((readers: Int, writers: Int)) -> Int) async {
        let before = callers.withLock { count($0) }
        for _ in 0..<100 where callers.withLock({ count($0) }) == before {
            await Task.yield()
        }
    }

    private func key(of name: ObjectName) -> String {
        switch fault {
        case .foldsCase: name.description.lowercased()
        case .joinsSegments: name.segments.joined(separator: "-")
        case .cutsLongNames: String(name.description.prefix(255))
        default: name.description
        }
    }

    private func isRefused(_ name: ObjectName, before: [String: [UInt8]]) -> Bool {
        let names = before.keys.lazy.compactMap(ObjectName.init)
        return switch fault {
        case .refusesNamesUnderObjects: names.contains { name.isUnder($0) }
        case .refusesObjectsAboveNames: names.contains { $0.isUnder(name) }
        default: false
        }
    }

    private func isListed(_ name: ObjectName, under folder: ObjectName?) -> Bool {
        guard let folder else {
            return true
        }
        return switch fault {
        case .listsByFirstCharacters: name.description.hasPrefix(folder.description) && name != folder
        case .listsTheFolderItself: name.isUnder(folder) || name == folder
        case .listsFoldersOfOtherFolders: name.description.contains("\(folder)/")
        default: name.isUnder(folder)
        }
    }
}

extension ObjectName {
    fileprivate var folder: ObjectName? { ObjectName(segments.dropLast().joined(separator: "/")) }
}
