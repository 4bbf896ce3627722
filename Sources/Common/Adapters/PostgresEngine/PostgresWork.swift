/// One read or write: the commands around its statements, and its limit.
struct PostgresWork: Sendable {
    /// The commands before the first statement; empty if each statement stands by itself.
    var beginning: [String] = []
    /// The commands before the commit.
    var ending: [String] = []
    /// How long the work may take until its commit; nil means without limit.
    var patience: Duration?

    /// Whether the end of its task ends it. A write is finished.
    var isCancellable = false

    var isTransaction: Bool { !beginning.isEmpty }
}
