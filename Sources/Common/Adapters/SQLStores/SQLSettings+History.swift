import ExposurePrimitives
package import Persistence
import SQLEngine

extension SQLSettings: SettingsHistoryStore {
    package func history() async throws(StoreError) -> [SettingsRevision] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT number, coalesce(corrected.made_at, revision.made_at) AS made_at, author, reason, origin
                    FROM settings_revision AS revision LEFT JOIN settings_revision_time AS corrected USING (number)
                    ORDER BY number DESC
                    """
            ).map { row in
                guard let origin = SettingsChange.Origin(rawValue: row["origin"]) else {
                    throw StoreError.damagedRow(table: "settings_revision")
                }
                return SettingsRevision(
                    number: row["number"],
                    change: SettingsChange(
                        madeAt: UnixTime(row["made_at"]),
                        author: row["author"],
                        reason: row["reason"],
                        origin: origin
                    )
                )
            }
        }
    }

    package func settings(of revision: Int64) async throws(StoreError) -> [AppSetting]? {
        try await database.read { db in
            let exists = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT * FROM settings_revision WHERE number = ?)",
                arguments: [revision]
            )
            return exists == true ? try Self.settings(of: revision, in: db) : nil
        }
    }

    package func append(
        _ settings: [AppSetting],
        as change: SettingsChange,
        after base: Int64
    ) async throws(StoreError) -> Int64? {
        try await database.write { db in
            guard try Self.revision(in: db) == base else {
                return nil
            }
            try Self.insert(settings, as: SettingsRevision(number: base + 1, change: change), in: db)
            return base + 1
        }
    }
}
