import ExposurePrimitives
import Persistence
import WireFormat

extension Sequence<SettingsRevision> {
    var table: String {
        TextTable.lines(
            [["revision", "time", "by", "author", "reason"]]
                + map { revision in
                    let change = revision.change
                    return [
                        "\(revision.number)", change.madeAt.description, change.origin.rawValue, change.author,
                        change.reason,
                    ]
                }
        )
    }

    var json: String {
        map { revision -> JSONValue in
            [
                "revision": .integer(revision.number), "time": .string(revision.change.madeAt.description),
                "origin": .string(revision.change.origin.rawValue), "author": .string(revision.change.author),
                "reason": .string(revision.change.reason),
            ]
        }.lines
    }
}
