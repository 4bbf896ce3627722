#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import LoadGeneration
    import ServiceKit

    #if SYSTEM_IMMUNI
        import ImmuniLoad
    #endif
    #if SYSTEM_CORONAWARN
        import CoronaWarnAPI
        import CoronaWarnLoad
    #endif
    #if SYSTEM_ASSOCIATION
        import AssociationClient
        import AssociationLoad
    #endif

    /// The systems whose phones ask, and what their phones have to know.
    struct LoadSystemOptions: ParsableArguments {
        @Option(help: "A system whose phones ask (may be repeated): \(LoadSystem.names).")
        var workflow: [LoadSystem] = []

        #if SYSTEM_CORONAWARN
            @Option(help: ArgumentHelp("The country whose packages Corona-Warn's phones download.", valueName: "code"))
            var region = "DE"

            @Option(
                help: ArgumentHelp(
                    "The file with the key of a laboratory, as avviso lab create prints it. Without it nobody has a "
                        + "test of Corona-Warn.",
                    valueName: "file"
                )
            )
            var laboratoryKey: String?
        #endif
        #if SYSTEM_ASSOCIATION
            @OptionGroup var authority: PhoneAuthorityOptions
        #endif

        func validate() throws {
            guard !workflow.isEmpty else {
                throw ValidationError("Name at least one --workflow: \(LoadSystem.names).")
            }
            #if SYSTEM_CORONAWARN
                guard RegionCode(region) != nil else {
                    throw ValidationError("--region must be two or three capital letters.")
                }
            #endif
            #if SYSTEM_ASSOCIATION
                try authority.check(isNeeded: workflow.contains(.association))
            #endif
        }

        /// - Parameters:
        ///   - seed: of the phones that exist before the day.
        ///   - settings: which settings are in force.
        func workflows(seed: UInt64, by settings: DataOptions) async throws -> [any LoadWorkflow] {
            var workflows: [any LoadWorkflow] = []
            for system in LoadSystem.allCases where workflow.contains(system) {
                workflows.append(try await day(of: system, seed: seed, by: settings))
            }
            return workflows
        }

        private func day(
            of system: LoadSystem,
            seed: UInt64,
            by settings: DataOptions
        ) async throws -> any LoadWorkflow {
            let clock = SystemWallClock()
            switch system {
            #if SYSTEM_IMMUNI
                case .immuni:
                    return ImmuniDay(try await settings.immuniTraffic(), clock: clock)
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa:
                    guard let region = RegionCode(region) else {
                        throw ValidationError("--region must be two or three capital letters.")
                    }
                    let key = try laboratoryKey.map(LaboratoryServerOptions.key)
                    let traffic = try await settings.coronaWarnTraffic()
                    return CoronaWarnDay(traffic, clock: clock, region: region, laboratoryKey: key)
            #endif
            #if SYSTEM_ASSOCIATION
                case .association:
                    let app = try authority.app()
                    return AssociationDay(
                        AssociationTraffic(secondsBetweenSlots: app.secondsBetweenUploads),
                        clock: clock,
                        authority: app.agreementKey,
                        jurisdiction: app.jurisdiction,
                        seed: seed
                    )
            #endif
            }
        }
    }

    /// A system that has phones for a load.
    enum LoadSystem: String, CaseIterable, ExpressibleByArgument {
        #if SYSTEM_IMMUNI
            case immuni
        #endif
        #if SYSTEM_CORONAWARN
            case cwa
        #endif
        #if SYSTEM_ASSOCIATION
            case association
        #endif

        static let names = allCases.map(\.rawValue).joined(separator: ", ")

        /// - Parameter argument: a name, or that of `avviso settings --system`.
        init?(argument: String) {
            self.init(rawValue: ["coronawarn", "corona-warn"].contains(argument) ? "cwa" : argument)
        }
    }
#endif
