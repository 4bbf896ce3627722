package import AccessKeyStores
package import ExposurePrimitives
package import Persistence
import Synchronization

/// The reference for the port of callers' keys. It can have one planted fault.
package final class InMemoryAccessKeys: AccessKeyStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case neverEnds
        case replacesAlways
        case keepsRevoked
        case forgetsRevoked
        case losesTheRole
        case losesTheAuthority
    }

    private struct Row {
        let key: AccessKey
        var isRevoked = false
    }

    private let rows = Mutex<[String: Row]>([:])
    private let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func give(_ key: AccessKey, replaces: Bool, now: UnixTime) async throws(StoreError) -> Bool {
        rows.withLock { rows in
            let isLive = rows[key.holder].map { !$0.isRevoked && now < $0.key.expiry } ?? false
            guard !isLive || replaces || fault == .replacesAlways else {
                return false
            }
            rows[key.holder] = Row(key: key)
            return true
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
            }
            return true
        }
    }

    package func holders() async throws(StoreError) -> [AccessKeyHolder] {
        rows.withLock { $0.values.map(holder) }.sorted { $0.name < $1.name }
    }

    package func holder(of digest: [UInt8], now: UnixTime) async throws(StoreError) -> AccessKeyHolder? {
        rows.withLock { rows in
            rows.values.first { row in
                row.key.digest == digest && (!row.isRevoked || fault == .keepsRevoked)
                    && (now < row.key.expiry || fault == .neverEnds)
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
            isRevoked: row.isRevoked
        )
    }
}
