import NIOPosix

/// Shows where code runs, to prove that slow work does not delay connections.
package enum EventLoopProbe {
    /// Whether the current thread carries connections.
    package static var isOnEventLoop: Bool { MultiThreadedEventLoopGroup.currentEventLoop != nil }
}
