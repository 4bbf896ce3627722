#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN
    package import PhonePorts
#endif
#if SYSTEM_CORONAWARN
    import CoronaWarnClient
#endif

#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN
    /// A system whose app a simulated phone can have. A new system gets a case here.
    package enum PhoneWorkflow: String, CaseIterable, Sendable {
        #if SYSTEM_IMMUNI
            case immuni
        #endif
        #if SYSTEM_CORONAWARN
            case cwa
        #endif
    }

    extension PhoneWorkflow {
        /// All servers of the workflow behind one address.
        package func servers(at server: ServerURL) -> PhoneServers {
            switch self {
            #if SYSTEM_IMMUNI
                case .immuni: PhoneServers(download: server, upload: server, analytics: server)
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa: PhoneServers([.download: server, .verification: server, .submission: server])
            #endif
            }
        }
    }
#endif
