package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
import Synchronization

/// The reference for the port of callers' keys. It can have one planted fault.
package final class InMemoryAccessKeys: AccessKeyStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case neverEnds
        case replacesAlways
        case reopensAlways
        case neverReopens
        case keepsRevoked
        case forgetsRevoked
        case losesTheRole
        case losesTheAuthority
        case endsTheFormerKey
        case neverEndsTheFormerKey
        case prolongsTheFormerKey
        case rotatesAlways
        case keepsTheFormerKeyOfTheRevoked
        case barsNobody
        case barsTheKnown
    }

    private struct Row {
        let key: AccessKey
        var former: (digest: [UInt8], end: UnixTime)?
        var isRevoked = false
    }

    private let rows = Mutex<[String: Row]>([:])
    private let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func give(
        _ key: AccessKey,
        replaces: Bool,
        reopens: Bool,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        rows.withLock { rows in
            let row = rows[key.holder]
            let isLive = row.map { !$0.isRevoked && now < $0.key.expiry } ?? false
            let isRevoked = row?.isRevoked == true && fault != .reopensAlways
            guard !isLive || replaces || fault == .replacesAlways,
                !isRevoked || reopens && fault != .neverReopens
            else {
                return false
            }
            rows[key.holder] = Row(key: key)
            return true
        }
    }

    package func rotate(
        to key: AccessKey,
        overlapEnd: UnixTime,
        now: UnixTime
    ) async throws(StoreError) -> KeyRotation {
        rows.withLock { rows in
            guard let row = rows[key.holder], !row.isRevoked, now < row.key.expiry else {
                return .noKey
            }
            if let end = row.former?.end, now < end, fault != .rotatesAlways {
                return .underWay(until: end)
            }
            let end = fault == .prolongsTheFormerKey ? overlapEnd : min(row.key.expiry, overlapEnd)
            rows[key.holder] = Row(key: key, former: fault == .endsTheFormerKey ? nil : (row.key.digest, end))
            return .rotated
        }
    }

    package func revoke(_ holder: String) async throws(StoreError) -> Bool {
        rows.withLock { rows in
            guard rows[holder] != nil else {
                return false
            }
            if fault == .forgetsRevoked {
                rows[holder] = nil
            } else {
                rows[holder]?.isRevoked = true
                if fault != .keepsTheFormerKeyOfTheRevoked {
                    rows[holder]?.former = nil
                }
            }
            return true
        }
    }

    package func bar(_ name: String, as role: AccessKey.Role, now: UnixTime) async throws(StoreError) -> Bool {
        rows.withLock { rows in
            guard rows[name] == nil || fault == .barsTheKnown else {
                return false
            }
            let none = AccessKey(holder: name, role: role, digest: [], expiry: now)
            rows[name] = fault == .barsNobody ? nil : Row(key: none, isRevoked: true)
            return true
        }
    }

    package func holders() async throws(StoreError) -> [AccessKeyHolder] {
        rows.withLock { $0.values.map(holder) }.sorted { $0.name < $1.name }
    }

    package func holder(of digest: [UInt8], now: UnixTime) async throws(StoreError) -> AccessKeyHolder? {
        rows.withLock { rows in
            rows.values.first { row in
                let isNewest =
                    row.key.digest == digest && (!row.isRevoked || fault == .keepsRevoked)
                    && (now < row.key.expiry || fault == .neverEnds)
                let isFormer = row.former.map { former in
                    former.digest == digest && (now < former.end || fault == .neverEndsTheFormerKey)
                }
                return isNewest || isFormer == true
            }.map(holder)
        }
    }

    package func holder(named name: String) async throws(StoreError) -> AccessKeyHolder? {
        rows.withLock { $0[name].map(holder) }
    }

    private func holder(_ row: Row) -> AccessKeyHolder {
        AccessKeyHolder(
            name: row.key.holder,
            role: fault == .losesTheRole ? .laboratory : row.key.role,
            authority: fault == .losesTheAuthority ? nil : row.key.authority,
            expiry: row.key.expiry,
            formerExpiry: row.former?.end,
            isRevoked: row.isRevoked
        )
    }
}
