import Foundation
import GRDB
package import Stores

/// The apps' settings in SQLite.
package struct SQLiteSettings: SettingsStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting] {
        try await database.read { db in
            // SQLite takes the other columns from the row that holds the maximum.
            try Row.fetchAll(
                db,
                sql: """
                    SELECT name, value, max(starting_build) AS starting_build FROM app_setting
                    WHERE platform = ? AND starting_build <= ? GROUP BY name ORDER BY name
                    """,
                arguments: [platform, build]
            ).map { row in
                AppSetting(
                    platform: platform,
                    startingBuild: row["starting_build"],
                    name: row["name"],
                    value: Array((row["value"] as String).utf8)
                )
            }
        }
    }

    package func revision() async throws(StoreError) -> Int64 {
        try await database.read { db in
            try Int64.fetchOne(db, sql: "SELECT revision FROM applied_preset") ?? 0
        }
    }

    package func apply(preset: [AppSetting], digest: [UInt8]) async throws(StoreError) -> Bool {
        try await database.write { db in
            if try Data.fetchOne(db, sql: "SELECT digest FROM applied_preset") == digest.asData {
                return false
            }
            try db.execute(sql: "DELETE FROM app_setting")
            for setting in preset {
                try db.execute(
                    sql: "INSERT INTO app_setting (platform, starting_build, name, value) VALUES (?, ?, ?, ?)",
                    arguments: [
                        setting.platform, setting.startingBuild, setting.name,
                        String(decoding: setting.value, as: UTF8.self),
                    ]
                )
            }
            try db.execute(
                sql: """
                    INSERT INTO applied_preset (id, digest, revision) VALUES (1, ?, 1)
                    ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, revision = revision + 1
                    """,
                arguments: [digest.asData]
            )
            return true
        }
    }
}
