import ArgumentParser
import CommonAssembly
import Foundation
import ServerAssembly
import ServiceKit
import Synchronization

struct MigrateCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Make the databases, or bring their schemas up to date.",
        discussion: """
            avviso serve also brings schemas up to date when it starts. Databases of a newer version are refused and \
            stay unchanged.

            A database of version 0.1 also gets smaller pages, which make uploads faster. This needs as much free space \
            as the size of the database, and no server may have the database open. It may be interrupted at any \
            moment.

            With --to, all rows are copied to another place: from the files of the data folder to PostgreSQL, or back. \
            Stop all servers first. Each table is copied whole and compared with its source by the number and the \
            digest of its rows. If the command is interrupted, run it again: it goes on with the next table. The source \
            stays as it is. Put a password in PGPASSWORD or in a password file of PostgreSQL, because others can read \
            command lines.

            Examples:
              avviso migrate --data data
              avviso migrate --data data --to postgresql://avviso@db1,db2/avviso
              AVVISO_DATABASE_URL=postgresql://avviso@db1,db2/avviso avviso migrate --data data --to files
            """
    )

    @OptionGroup var options: DataOptions

    @Option(help: "Copy all databases to this PostgreSQL server, or to the files of the data folder: URI or files.")
    var to: DatabaseMove.Target?

    func perform() async throws {
        let server = try Server(await options.reader(), clock: SystemWallClock())
        if let to {
            return try await move(server, to: to)
        }
        let inUse = try server.migrate()
        Terminal.say("The databases in \(server.realm.settings.dataFolder.path) are up to date.")
        if !inUse.isEmpty {
            Terminal.complain(
                "avviso: \(inUse.joined(separator: ", ")): a server has it open, so it keeps its large pages. That "
                    + "only costs speed. Stop the server and run this again to change it."
            )
        }
    }

    private func move(_ server: Server, to target: DatabaseMove.Target) async throws {
        let pace = ProgressPace()
        try await server.move(to: target) { step in
            if step.isDone {
                Terminal.say(step.description)
            } else if pace.isDue() {
                Terminal.complain("avviso: \(step)")
            }
        }
        switch target {
        case .files:
            Terminal.say(
                "Everything is in the data folder. Take database.url out of the settings before the next start."
            )
        case .server:
            Terminal.say(
                "Everything is in the server. Set database.url before the next start, and move the old files away: they "
                    + "hold uploaded keys."
            )
        }
    }
}

extension DatabaseMove.Target: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

/// Lets one line of progress through in a second, the first one after a second.
private final class ProgressPace: Sendable {
    private let last = Mutex(ContinuousClock.now)

    func isDue() -> Bool {
        let now = ContinuousClock.now
        return last.withLock { last in
            guard last.duration(to: now) >= .seconds(1) else {
                return false
            }
            last = now
            return true
        }
    }
}
