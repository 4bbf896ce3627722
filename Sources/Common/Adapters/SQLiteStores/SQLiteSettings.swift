package import ExposurePrimitives
import Foundation
import GRDB
package import Persistence
package import SettingsStores
package import SQLiteEngine

/// The apps' settings in SQLite.
package struct SQLiteSettings: SettingsStore {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting] {
        try database.readAtOnce { db in
            // SQLite takes the other columns from the row that holds the maximum.
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT platform, name, value, max(starting_build) AS starting_build FROM settings_value
                        WHERE revision = (SELECT max(number) FROM settings_revision)
                        AND platform = ? AND starting_build <= ?
                        GROUP BY name ORDER BY name
                        """
                ),
                arguments: [platform, build]
            ).map(AppSetting.init(row:))
        }
    }

    package func revision() async throws(StoreError) -> Int64 {
        try database.readAtOnce { db in try Self.revision(in: db) }
    }

    package func apply(
        preset: [AppSetting],
        digest: [UInt8],
        at time: UnixTime
    ) async throws(StoreError) -> PresetOutcome {
        try await database.write { db in
            if try Data.fetchOne(db, sql: "SELECT digest FROM applied_preset") == digest.asData {
                return .unchanged
            }
            let base = try Self.revision(in: db)
            let outcome: PresetOutcome
            if try Set(Self.settings(of: base, in: db)) == Set(preset) {
                outcome = .unchanged
            } else {
                let isChangedByHand = try Bool.fetchOne(
                    db,
                    sql: "SELECT EXISTS (SELECT * FROM settings_revision WHERE origin <> ?)",
                    arguments: [SettingsChange.Origin.preset.rawValue]
                )
                guard isChangedByHand == false else {
                    return .ignored
                }
                let change = SettingsChange(
                    madeAt: time,
                    author: "avviso serve",
                    reason: "preset \(Hex.encode(digest.prefix(4)))",
                    origin: .preset
                )
                try Self.insert(preset, as: SettingsRevision(number: base + 1, change: change), in: db)
                outcome = .applied
            }
            try db.execute(sql: "INSERT OR REPLACE INTO applied_preset VALUES (1, ?)", arguments: [digest.asData])
            return outcome
        }
    }
}

// MARK: - What both ports need

extension SQLiteSettings {
    static func revision(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(number) FROM settings_revision")) ?? 0
    }

    static func settings(of revision: Int64, in db: Database) throws -> [AppSetting] {
        try Row.fetchAll(
            db,
            sql: "SELECT platform, name, value, starting_build FROM settings_value WHERE revision = ?",
            arguments: [revision]
        ).map(AppSetting.init(row:))
    }

    static func insert(_ settings: [AppSetting], as revision: SettingsRevision, in db: Database) throws {
        let change = revision.change
        try db.execute(
            sql: "INSERT INTO settings_revision (number, made_at, author, reason, origin) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                revision.number, change.madeAt.seconds, change.author, change.reason, change.origin.rawValue,
            ]
        )
        for setting in settings {
            try db.execute(
                sql: """
                    INSERT INTO settings_value (revision, platform, starting_build, name, value) VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    revision.number, setting.platform, setting.startingBuild, setting.name,
                    String(decoding: setting.value, as: UTF8.self),
                ]
            )
        }
    }
}

extension AppSetting {
    fileprivate init(row: Row) {
        self.init(
            platform: row["platform"],
            startingBuild: row["starting_build"],
            name: row["name"],
            value: Array((row["value"] as String).utf8)
        )
    }
}
