import NIOPosix

/// Where code runs, for the proof that what takes long keeps no connection waiting.
package enum EventLoopProbe {
    /// Whether the present thread carries connections.
    package static var isOnEventLoop: Bool { MultiThreadedEventLoopGroup.currentEventLoop != nil }
}
