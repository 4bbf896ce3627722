import ArgumentParser
import CoronaWarnAssembly
import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import ServiceKit

extension LabCommand {
    struct Rotate: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Make a laboratory's next key, and print it once. The present one stays valid for some days.",
            discussion: """
                Both keys open the same until the overlap ends, so the laboratory can change without a pause. Before the \
                end no further key is made. A laboratory that lost its new key gets another one by revoke and create.

                Example:
                  avviso lab rotate lab-berlin --overlap-days 14 --data data
                """
        )

        @Argument(help: "The laboratory.") var name: HolderName

        @Option(help: "How many days the present key stays valid, 0 to 60.")
        var overlapDays = NewAccessKey.usualOverlapDays

        @OptionGroup var keyOptions: AccessKeyOptions
        @OptionGroup var options: DataOptions

        func validate() throws {
            guard (0...60).contains(overlapDays) else {
                throw ValidationError("--overlap-days is a number from 0 to 60.")
            }
        }

        func perform() async throws {
            let now = SystemWallClock().now()
            let overlapEnd = now.advanced(bySeconds: Int64(overlapDays) * UnixTime.secondsPerDay)
            let new = NewAccessKey(for: name.text, role: .laboratory, days: keyOptions.days)
            let keys = try await options.coronaWarn().laboratoryKeys()
            switch try await keys.rotate(to: new.key, overlapEnd: overlapEnd, now: now) {
            case .rotated: new.report(asJSON: keyOptions.json, kind: "next key")
            case .noKey: throw Failure("\(name.text) has no valid key; avviso lab create \(name.text) makes one")
            case .underWay(let end):
                throw Failure("\(name.text) has two keys until \(end); the next change is possible after that")
            }
        }
    }
}
