package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// The apps' settings.
package struct SQLSettings: SettingsStore {
    let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting] {
        try await database.readAtOnce { db in
            try SQLRow.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT platform, name, value, starting_build FROM (
                            SELECT platform, name, value, starting_build,
                            row_number() OVER (PARTITION BY name ORDER BY starting_build DESC) AS place
                            FROM settings_value WHERE revision = (SELECT max(number) FROM settings_revision)
                            AND platform = ? AND starting_build <= ?
                        ) AS suitable WHERE place = 1 ORDER BY name
                        """
                ),
                arguments: [platform, build]
            ).map(AppSetting.init(row:))
        }
    }

    package func revision() async throws(StoreError) -> Int64 {
        try await database.readAtOnce { db in try Self.revision(in: db) }
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
            try db.execute(
                sql: """
                    INSERT INTO applied_preset VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET digest = excluded.digest
                    """,
                arguments: [digest.asData]
            )
            return outcome
        }
    }
}

// MARK: - What both ports need

extension SQLSettings {
    static func revision(in db: SQLSession) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(number) FROM settings_revision")) ?? 0
    }

    static func settings(of revision: Int64, in db: SQLSession) throws -> [AppSetting] {
        try SQLRow.fetchAll(
            db,
            sql: "SELECT platform, name, value, starting_build FROM settings_value WHERE revision = ?",
            arguments: [revision]
        ).map(AppSetting.init(row:))
    }

    static func insert(_ settings: [AppSetting], as revision: SettingsRevision, in db: SQLSession) throws {
        let change = revision.change
        try db.execute(
            sql: "INSERT INTO settings_revision (number, made_at, author, reason, origin) VALUES (?, ?, ?, ?, ?)",
            arguments: [revision.number, change.madeAt.seconds, change.author, change.reason, change.origin.rawValue]
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
    fileprivate init(row: SQLRow) {
        self.init(
            platform: row["platform"],
            startingBuild: row["starting_build"],
            name: row["name"],
            value: Array((row["value"] as String).utf8)
        )
    }
}
