package import ClockPorts
package import ExposurePrimitives

/// The reason why a server cannot be assembled, in words for its operator.
package enum AssemblyError: Error, Hashable, CustomStringConvertible {
    case signingKeyMissing
    case signingKeyShared
    case notAKeyFolder
    /// Others can use a file of the data folder, and its mode cannot be changed.
    case sharedFile(String)
    case noDatabase(String)
    case clockHeld(ClockHold)
    /// Another machine trusts a time that is ahead of this one's.
    case clocksDiffer(days: Int)
    /// No machine whose name begins so is held, or several are.
    case notAHeldMachine(String)
    /// The clock of a machine that is held showed a time that contradicts the trusted clock of this one.
    case heldAtAnotherTime(machine: String, UnixTime)
    /// Databases shall be moved to the place where they are.
    case moveInPlace
    /// The files of the bucket's key do not contain one.
    case notAnAccessKey
    /// A file that a setting of the bucket names.
    case unreadableStorageFile(String)
    /// A proxy is in front of an internal listener that does not check its callers.
    case proxyUnchecked

    package var description: String {
        switch self {
        case .signingKeyMissing:
            "no key to sign exports: give --signing-key PEM|FOLDER or set AVVISO_SIGNING_KEY; avviso keys generate makes one"
        case .signingKeyShared:
            "settings and index need a signing key of their own, not that of the exports: avviso keys generate makes one"
        case .notAKeyFolder:
            "give the folder of the signing keys: --signing-key FOLDER; avviso keys init makes one"
        case .sharedFile(let path):
            "other users can use \(path), and its mode cannot be changed: run chmod go= \(path) as its owner"
        case .noDatabase(let folder):
            "there is no database in \(folder): check --data, or make one with avviso migrate"
        case .clockHeld(let hold):
            "the clock is \(hold.difference) of the expected time, so the repair would change right rows; if the "
                + "present time is right, confirm it first: avviso clock confirm"
        case .clocksDiffer(let days):
            "another machine trusted a time that is \(days) days ahead of this one, so the repair would change right rows; "
                + "set its clock, and if the time here is right, confirm it: avviso clock confirm"
        case .notAHeldMachine(let name):
            "not exactly one other machine whose name begins with \(name) is held: avviso clock status names them"
        case .heldAtAnotherTime(let machine, let time):
            "the clock of \(machine) showed \(time) when its hold began, more than two days from the clock here, which is "
                + "trusted; the machine may have been started again since; if its clock is right, confirm it there"
        case .moveInPlace:
            "the databases are there already: avviso migrate --to postgresql://… moves files to a server, and with "
                + "database.url set, --to files moves them back"
        case .notAnAccessKey:
            "the files of the bucket's key do not contain one: storage.s3.access-key-file has the identifier alone, and "
                + "storage.s3.secret-key-file the secret alone"
        case .unreadableStorageFile(let path):
            "the file \(path) cannot be read: check the settings storage.s3.* and the rights of the server's user"
        case .proxyUnchecked:
            "portal.url declares a proxy before the internal listener, and strangers could reach its routes through it: "
                + "set internal.token or internal.tls-client-ca"
        }
    }
}
