// swift-tools-version: 6.2
import Foundation
import PackageDescription

// MARK: - The two axes, as data (docs/architecture.md explains them)

/// Who a target is for. Its folder is `Sources/<System>/<Layer>/<Target>`; in the layers that stand beside the systems it is
/// `Sources/<Layer>/<System>/<Target>`.
enum System: String, CaseIterable {
    case common = "Common"
    case immuni = "Immuni"
    case coronaWarn = "CoronaWarn"
    case association = "Association"
    /// Sees every system: `Sources/<Layer>/<Target>`. Where a system is left out, such a target does not have the folder of
    /// that system's name, nor the condition `SYSTEM_<NAME>`.
    case every = ""

    /// The systems that a target of this system may import.
    var mayUse: Set<System> {
        switch self {
        case .common: [.common]
        case .immuni: [.common, .immuni]
        case .coronaWarn: [.common, .coronaWarn]
        case .association: [.common, .association]
        case .every: Set(System.allCases)
        }
    }

    /// Those that `AVVISO_SYSTEMS` can leave out. It names the ones to build, with commas between them; without it all are
    /// built.
    static let optional: [System] = [.immuni, .coronaWarn, .association]

    static let built: Set<System> = {
        guard let wanted = Context.environment["AVVISO_SYSTEMS"] else {
            return Set(System.allCases)
        }
        let names = wanted.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let known = optional.filter { system in names.contains { $0.lowercased() == system.rawValue.lowercased() } }
        if known.count != names.count {
            fail(["AVVISO_SYSTEMS names other systems than \(optional.map(\.rawValue)): \(wanted)"])
        }
        return Set(known + [.common, .every])
    }()

    static var leftOut: [System] { optional.filter { !built.contains($0) } }
    /// What targets that see every system find defined.
    static var conditions: [SwiftSetting] {
        optional.filter(built.contains).map { .define("SYSTEM_\($0.rawValue.uppercased())") }
    }

    var label: String { self == .every ? "every system" : rawValue }
    /// How its tests are called, and their folder in `Tests`.
    var testsName: String { self == .every ? "Every" : rawValue }
}

/// Ends the reading of the manifest with what is wrong with it.
func fail(_ violations: [String]) -> Never {
    FileHandle.standardError.write(Data((violations.joined(separator: "\n") + "\n").utf8))
    exit(1)
}

enum Layer: String, CaseIterable {
    case core = "Core"
    case ports = "Ports"
    case device = "Device"
    case adapters = "Adapters"
    case runtime = "Runtime"
    case services = "Services"
    case assembly = "Assembly"
    case simulation = "Simulation"
    case tools = "Tools"
    case testSupport = "TestSupport"

    /// The layers that a target of this layer may import.
    var mayUse: Set<Layer> {
        switch self {
        case .core: [.core]
        case .ports: [.core, .ports]
        case .device: [.core, .ports, .device]
        case .adapters: [.core, .ports, .adapters]
        case .runtime: [.core, .ports, .runtime]
        case .services: [.core, .ports, .runtime]
        case .assembly: [.core, .ports, .adapters, .runtime, .services, .assembly]
        case .simulation: Set(Layer.allCases).subtracting([.tools, .testSupport])
        case .tools: Set(Layer.allCases).subtracting([.testSupport])
        case .testSupport: Set(Layer.allCases).subtracting([.tools])
        }
    }

    /// The products of other packages that a target of this layer may import. Only these can open a socket: `asyncHTTPClient`
    /// and `nioPosix`.
    var mayUseProducts: Set<Product> {
        switch self {
        case .core: [.crypto, .cryptoExtras, .protobuf]
        case .ports: []
        case .device: [.crypto]
        case .adapters:
            [
                .asyncHTTPClient, .crypto, .cryptoExtras, .grdb, .nio, .nioHTTP1, .nioPosix, .nioSSL, .swiftASN1,
                .x509,
            ]
        case .runtime:
            [
                .configuration, .coreMetrics, .crypto, .httpTypes, .lifecycle, .logging, .metrics, .nio, .nioHTTP1,
                .nioPosix, .nioSSL, .nioTLS, .system,
            ]
        case .services: [.crypto, .cryptoExtras, .httpTypes, .logging, .nio]
        case .assembly: [.logging]
        case .simulation:
            [
                .crypto, .cryptoExtras, .httpTypes, .lifecycle, .logging, .nio, .nioHTTP1, .nioHTTP2, .nioSSL,
                .swiftASN1, .unixSignals, .x509,
            ]
        case .tools:
            [
                .argumentParser, .asyncHTTPClient, .crypto, .lifecycle, .logging, .nio, .nioHTTP1, .nioSSL,
                .unixSignals, .yams,
            ]
        case .testSupport: [.crypto, .grdb, .httpTypes, .lifecycle, .logging, .nio, .nioPosix, .nioSSL]
        }
    }

    /// Whether the layer stands beside the systems, each of which has a folder of its own in it.
    var isBesideSystems: Bool { [.assembly, .simulation, .tools, .testSupport].contains(self) }
    /// Whether a target of this layer may see every system.
    var maySeeEverySystem: Bool { [.assembly, .simulation, .tools].contains(self) }
}

enum PackageName: String {
    case argumentParser = "swift-argument-parser"
    case asn1 = "swift-asn1"
    case asyncHTTPClient = "async-http-client"
    case certificates = "swift-certificates"
    case configuration = "swift-configuration"
    case crypto = "swift-crypto"
    case grdb = "GRDB.swift"
    case httpTypes = "swift-http-types"
    case hummingbird = "hummingbird"
    case lifecycle = "swift-service-lifecycle"
    case logging = "swift-log"
    case metrics = "swift-metrics"
    case nio = "swift-nio"
    case nioHTTP2 = "swift-nio-http2"
    case nioSSL = "swift-nio-ssl"
    case protobuf = "swift-protobuf"
    case system = "swift-system"
    case yams = "Yams"
}

/// A product of another package.
struct Product: Hashable {
    let name: String
    let package: PackageName

    static let argumentParser = Product(name: "ArgumentParser", package: .argumentParser)
    static let asyncHTTPClient = Product(name: "AsyncHTTPClient", package: .asyncHTTPClient)
    static let configuration = Product(name: "Configuration", package: .configuration)
    static let crypto = Product(name: "Crypto", package: .crypto)
    static let cryptoExtras = Product(name: "CryptoExtras", package: .crypto)
    static let grdb = Product(name: "GRDB", package: .grdb)
    static let httpTypes = Product(name: "HTTPTypes", package: .httpTypes)
    static let hummingbird = Product(name: "Hummingbird", package: .hummingbird)
    static let lifecycle = Product(name: "ServiceLifecycle", package: .lifecycle)
    static let logging = Product(name: "Logging", package: .logging)
    static let metrics = Product(name: "Metrics", package: .metrics)
    static let coreMetrics = Product(name: "CoreMetrics", package: .metrics)
    static let nio = Product(name: "NIOCore", package: .nio)
    static let nioEmbedded = Product(name: "NIOEmbedded", package: .nio)
    static let nioHTTP1 = Product(name: "NIOHTTP1", package: .nio)
    static let nioHTTP2 = Product(name: "NIOHTTP2", package: .nioHTTP2)
    static let nioPosix = Product(name: "NIOPosix", package: .nio)
    static let nioSSL = Product(name: "NIOSSL", package: .nioSSL)
    static let nioTLS = Product(name: "NIOTLS", package: .nio)
    static let protobuf = Product(name: "SwiftProtobuf", package: .protobuf)
    static let swiftASN1 = Product(name: "SwiftASN1", package: .asn1)
    static let system = Product(name: "SystemPackage", package: .system)
    static let unixSignals = Product(name: "UnixSignals", package: .lifecycle)
    static let x509 = Product(name: "X509", package: .certificates)
    static let yams = Product(name: "Yams", package: .yams)

    var dependency: Target.Dependency { .product(name: name, package: package.rawValue) }
}

// MARK: - Settings shared by our own targets

let languageSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

// Macros of Swift Testing expand to unsafe code, so memory safety is checked in sources only.
let sourceSettings = languageSettings + [.strictMemorySafety()]

// MARK: - Declaring targets

var targets: [Target] = []
var violations: [String] = []
/// What was declared, also of systems that are left out.
var declared: [String: Declaration] = [:]
var testModules: [TestModule] = []
/// The section that the next targets stand in.
var here: (system: System, layer: Layer) = (.common, .core)

struct Declaration {
    let system: System
    let layer: Layer
    /// What the sources import of our own targets, as far as none of the others brings it along.
    let uses: [String]
    let products: [Product]
    let isSwift: Bool
}

/// The tests of a system's layer: one module, because each costs time in every build. Each target's tests have a folder with
/// its name.
@MainActor
struct TestModule {
    let system: System
    let layer: Layer
    let uses: [String]
    let products: [Product]

    var name: String { "\(system.testsName)\(layer.rawValue)Tests" }
    private var path: String { "Tests/\(system.testsName)/\(layer.rawValue)Tests" }
    private var tested: [(name: String, declaration: Declaration)] {
        declared.filter { $0.value.system == system && $0.value.layer == layer && $0.value.isSwift }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    var imports: [String] { tested.map(\.name).filter { $0 != "ExposurePrimitives" } + ["ExposureTesting"] + uses }

    /// The module. All targets must be declared.
    var target: Target {
        let products = Set(tested.flatMap(\.declaration.products) + products).sorted { $0.name < $1.name }
        return .testTarget(
            name: name,
            dependencies: dependencies(of: name, on: imports) + products.map(\.dependency),
            path: path,
            exclude: tested.flatMap { name, _ in leftOutFolders(of: "\(path)/\(name)").map { "\(name)/\($0)" } },
            swiftSettings: languageSettings + (system == .every ? System.conditions : [])
        )
    }

    func violations() -> [String] {
        uses.compactMap { other in
            guard let used = declared[other] else {
                return "\(name) uses \(other), which is not declared - docs/architecture.md"
            }
            return system.mayUse.contains(used.system)
                ? nil
                : "\(name) [\(system.label)] may not use \(other) [\(used.system.label)] - docs/architecture.md"
        }
    }
}

/// Declares the tests of the section's targets.
///
/// - Parameters:
///   - uses: our own targets that they import, beside those of the section. What these and those use in turn is not named;
///     neither is `ExposureTesting`.
///   - products: what they import of other packages, beside what the section's targets do.
@MainActor
func tests(uses: [String] = [], products: [Product] = []) {
    testModules.append(TestModule(system: here.system, layer: here.layer, uses: uses, products: products))
}

/// Begins the targets of a system's layer.
@MainActor
func section(_ system: System, _ layer: Layer) {
    if system == .every, !layer.maySeeEverySystem {
        violations.append("[\(layer.rawValue)] has no target that sees every system - docs/architecture.md")
    }
    here = (system, layer)
}

/// Declares one target.
///
/// - Parameters:
///   - uses: our own targets that it imports. What they use in turn may be imported as well, and is not named again;
///     neither is `ExposurePrimitives`, which everything uses.
///   - products: what it imports of other packages.
///   - embeds: files that stand in its code as bytes.
@MainActor
func target(
    _ name: String,
    uses: [String] = [],
    products: [Product] = [],
    embeds: [String] = [],
    isExecutable: Bool = false
) {
    declare(name, uses: uses, products: products, isSwift: true)
    guard System.built.contains(here.system) else {
        return
    }
    let dependencies = dependencies(of: name, on: uses) + products.map(\.dependency)
    let (folder, embedded) = (path(name), embeds.map { Resource.embedInCode($0) })
    let conditions = here.system == .every ? System.conditions : []
    targets.append(
        isExecutable
            ? .executableTarget(
                name: name,
                dependencies: dependencies,
                path: folder,
                exclude: leftOutFolders(of: folder),
                resources: embedded,
                swiftSettings: sourceSettings + conditions
            )
            : .target(
                name: name,
                dependencies: dependencies,
                path: folder,
                exclude: leftOutFolders(of: folder),
                resources: embedded,
                swiftSettings: sourceSettings + conditions
            )
    )
}

@MainActor
func executable(_ name: String, uses: [String], products: [Product]) {
    target(name, uses: uses, products: products, isExecutable: true)
}

/// Declares a target of C sources, which uses nothing.
@MainActor
func cTarget(_ name: String) {
    declare(name)
    targets.append(.target(name: name, path: path(name), cSettings: [.treatAllWarnings(as: .error)]))
}

/// Declares a library that the system has.
@MainActor
func systemLibrary(_ name: String, pkgConfig: String? = nil, apt: String? = nil) {
    declare(name)
    guard System.built.contains(here.system) else {
        return
    }
    targets.append(
        .systemLibrary(
            name: name,
            path: path(name),
            pkgConfig: pkgConfig,
            providers: apt.map { [.apt([$0])] }
        )
    )
}

/// Records a target, and what its edges violate.
@MainActor
func declare(
    _ name: String,
    uses: [String] = [],
    products: [Product] = [],
    isSwift: Bool = false
) {
    let (system, layer) = here
    declared[name] = Declaration(
        system: system,
        layer: layer,
        uses: uses,
        products: products,
        isSwift: isSwift
    )
    for other in uses {
        guard let used = declared[other] else {
            violations.append("\(name) uses \(other), which is not declared before it - docs/architecture.md")
            continue
        }
        if !layer.mayUse.contains(used.layer) {
            violations.append(
                "\(name) [\(layer.rawValue)] may not use \(other) [\(used.layer.rawValue)] - docs/architecture.md"
            )
        }
        if !system.mayUse.contains(used.system) {
            violations.append(
                "\(name) [\(system.label)] may not use \(other) [\(used.system.label)] - docs/architecture.md"
            )
        }
    }
    for product in products where !layer.mayUseProducts.contains(product) {
        violations.append("\(name) [\(layer.rawValue)] may not use \(product.name) - docs/architecture.md")
    }
}

/// `names`, and all that they use, as far as it is built.
@MainActor
func reached(from names: [String]) -> [String] {
    var found: Set<String> = []
    var waiting = names
    while let name = waiting.popLast() {
        if let known = declared[name], System.built.contains(known.system), found.insert(name).inserted {
            waiting += known.uses
        }
    }
    return found.sorted()
}

/// What SwiftPM is told that a target uses of ours: everything that it reaches. SwiftPM makes a module again if one that it
/// was told of has changed. A module can see the layout of a type without naming the target that declares it, and a program
/// in which modules disagree about a layout crashes.
@MainActor
func dependencies(of name: String, on uses: [String]) -> [Target.Dependency] {
    let base = name == "ExposurePrimitives" ? [] : ["ExposurePrimitives"]
    return reached(from: base + uses).map {
        // Apple systems do not have libdeflate: `KeyExport` uses zlib alone there.
        .target(name: $0, condition: $0 == "CDeflate" ? .when(platforms: [.linux]) : nil)
    }
}

@MainActor
func path(_ name: String) -> String {
    let (system, layer) = (here.system.rawValue, here.layer.rawValue)
    return (["Sources"] + (here.layer.isBesideSystems ? [layer, system] : [system, layer]) + [name])
        .filter { !$0.isEmpty }.joined(separator: "/")
}

/// The folders of systems that are left out, in a target that sees every system.
func leftOutFolders(of path: String) -> [String] {
    System.leftOut.map(\.rawValue).filter {
        FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(path)/\($0)")
    }
}

// MARK: - Common: what every system uses

section(.common, .core)
systemLibrary("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev")
cTarget("CGAENKernel")
systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev")
target("LoadModel")
target("DifferentialPrivacy")
target("ExposurePrimitives")
target("GAENCore", uses: ["CGAENKernel"], products: [.crypto, .cryptoExtras])
target("KeyExport", uses: ["CDeflate", "CZlib", "GAENCore"], products: [.crypto, .protobuf])
target("ExposureMatching", uses: ["KeyExport"])
target("KeyServerRules", products: [.crypto])
target("Localisation")
target("MessageSignatures", products: [.crypto])
target("RiskModels", uses: ["GAENCore"])
target("WireFormat")
tests()

section(.common, .ports)
target("DeviceAttestation")
target("Persistence")
target("PhonePorts", uses: ["WireFormat"])
target("Signing")
target("DiagnosisKeyStores", uses: ["GAENCore", "Persistence"])
target("OperatorStores", uses: ["Persistence"])
target("ClockPorts", uses: ["Persistence"])
tests()

section(.common, .device)
target("ProximityRadio", uses: ["GAENCore"])
target("ExposureFramework", uses: ["KeyExport", "PhonePorts", "ProximityRadio", "RiskModels"], products: [.crypto])
target("ClientKit", uses: ["ExposureFramework"])
target("RiskTexts", uses: ["Localisation"])
tests(uses: ["ClientTesting", "PageTesting"])

section(.common, .adapters)
target("HTTPTransport", uses: ["PhonePorts"], products: [.asyncHTTPClient, .nio, .nioHTTP1, .nioPosix, .nioSSL])
target(
    "AppleDeviceCheck",
    uses: ["DeviceAttestation", "HTTPTransport"],
    products: [.asyncHTTPClient, .crypto, .nio, .nioHTTP1, .nioSSL]
)
systemLibrary("CKernelClock")
target(
    "AttestationVerifiers",
    uses: ["DeviceAttestation", "WireFormat"],
    products: [.crypto, .cryptoExtras, .swiftASN1, .x509]
)
target("FileStorage", uses: ["Persistence", "PhonePorts"])
target(
    "KeyFiles",
    uses: ["FileStorage", "KeyExport", "KeyServerRules", "MessageSignatures", "Signing"],
    products: [.crypto]
)
systemLibrary("CLibPQ", pkgConfig: "libpq", apt: "libpq-dev")
target("LinuxClock", uses: ["CKernelClock", "ClockPorts"])
target("SQLEngine", uses: ["ClockPorts"], products: [.crypto])
target(
    "S3ObjectStorage",
    uses: ["HTTPTransport", "Persistence"],
    products: [.asyncHTTPClient, .crypto, .nio, .nioHTTP1, .nioPosix, .nioSSL]
)
target("PostgresEngine", uses: ["CLibPQ", "SQLEngine"], products: [.nioPosix])
target("SQLiteEngine", uses: ["SQLEngine"], products: [.grdb])
target("SQLStores", uses: ["DiagnosisKeyStores", "OperatorStores", "SQLEngine"])
target("URLSessionTransport", uses: ["PhonePorts"])
tests(
    uses: [
        "DatabaseTesting", "DemoAuthority", "DeviceCheckEmulation", "DeviceEmulation", "ExposureFramework",
        "PhoneSimulation",
    ]
)

section(.common, .runtime)
systemLibrary("CAllocator")
target(
    "ServiceKit",
    uses: ["ClockPorts", "MessageSignatures", "Signing", "WireFormat"],
    products: [
        .configuration, .coreMetrics, .crypto, .httpTypes, .lifecycle, .logging, .metrics, .nio, .nioHTTP1, .nioPosix,
        .nioSSL, .nioTLS, .system,
    ]
)
target(
    "WebPages",
    uses: ["Localisation", "ServiceKit"],
    products: [.crypto, .httpTypes],
    embeds: ["Assets/base.css", "Assets/icon.svg"]
)
target("PortalSections", uses: ["OperatorStores", "WebPages"])
tests(uses: ["DemoAuthority", "PageTesting", "SQLStores", "SQLiteTesting", "ServiceTesting"], products: [.nioEmbedded])

section(.common, .services)
target(
    "KeyPublication",
    uses: ["DiagnosisKeyStores", "KeyExport", "KeyServerRules", "ServiceKit"],
    products: [.crypto, .logging]
)
target(
    "OperatorPortal",
    uses: ["PortalSections"],
    products: [.crypto, .cryptoExtras, .httpTypes, .logging],
    embeds: ["Assets/portal.css", "Assets/portal.js"]
)
tests(uses: ["FileStorage", "PageTesting", "PortalTesting", "StoreConformance"])

section(.common, .assembly)
target(
    "CommonAssembly",
    uses: [
        "KeyFiles", "LinuxClock", "OperatorPortal", "PostgresEngine", "S3ObjectStorage", "SQLStores", "SQLiteEngine",
    ],
    products: [.logging]
)

target(
    "AttestationAssembly",
    uses: ["AttestationVerifiers", "FileStorage", "ServiceKit"],
    products: [.logging]
)
tests(uses: ["ServiceTesting"])

section(.common, .simulation)
target("DemoAuthority", uses: ["FileStorage"], products: [.crypto, .swiftASN1, .x509])
target(
    "DeviceCheckEmulation",
    uses: ["DeviceAttestation", "ServiceKit"],
    products: [.crypto, .nio, .nioHTTP1, .nioHTTP2, .nioSSL]
)
target(
    "DeviceEmulation",
    uses: ["AttestationVerifiers", "PhonePorts"],
    products: [.crypto, .cryptoExtras, .swiftASN1, .x509]
)
target("PhoneSimulation", uses: ["PhonePorts", "ProximityRadio"])
target("StoryKit", uses: ["ExposureFramework", "PhoneSimulation"])
target("LoadGeneration", uses: ["HTTPTransport", "LoadModel"], products: [.nioHTTP1])

target(
    "PhonePage",
    uses: ["ClientKit", "FileStorage", "HTTPTransport", "PhoneSimulation", "RiskTexts", "WebPages"],
    products: [.httpTypes, .lifecycle, .logging, .unixSignals],
    embeds: ["Assets/phone.css", "Assets/phone.js"]
)
target("DemoServing", uses: ["CommonAssembly", "PhonePage"], products: [.lifecycle, .logging])
tests(uses: ["PageTesting", "PhonePageTesting"])

section(.common, .tools)
target("ExposureReports", uses: ["RiskModels", "WireFormat"])
tests()

section(.common, .testSupport)
target("ExposureTesting", uses: ["ClockPorts", "WireFormat"])
target("ClientTesting", uses: ["ClientKit", "ExposureTesting", "PhoneSimulation"])
target("PageTesting", uses: ["Localisation"])
target("PhoneWeeks", uses: ["ClientTesting", "MessageSignatures"], products: [.crypto])
target("PhonePageTesting", uses: ["PhonePage"], products: [.httpTypes])
target("ServiceTesting", uses: ["ServiceKit"], products: [.lifecycle, .logging, .nio, .nioPosix, .nioSSL])
target("SQLiteTesting", uses: ["ExposureTesting", "SQLiteEngine"], products: [.grdb])
target("StoreConformance", uses: ["SQLStores", "SQLiteTesting"])
target("DatabaseTesting", uses: ["PostgresEngine", "StoreConformance"])
target(
    "PortalTesting",
    uses: ["OperatorPortal", "SQLStores", "SQLiteTesting", "ServiceTesting"],
    products: [.httpTypes]
)

// MARK: - Immuni

section(.immuni, .core)
target("ImmuniAPI", uses: ["RiskModels", "WireFormat"], products: [.crypto])
target("ImmuniTexts", uses: ["Localisation"])
target("SettingsDocuments", uses: ["ImmuniAPI"])
tests(uses: ["PageTesting"])

section(.immuni, .ports)
target("AnalyticsStores", uses: ["DeviceAttestation", "DiagnosisKeyStores", "DifferentialPrivacy"])

section(.immuni, .device)
target("ImmuniClient", uses: ["ClientKit", "ImmuniAPI", "Localisation", "MessageSignatures"])
tests(uses: ["ClientTesting", "FileStorage", "URLSessionTransport"], products: [.crypto])

section(.immuni, .adapters)
target("SQLAnalyticsStores", uses: ["AnalyticsStores", "SQLStores"])
tests(uses: ["AnalyticsStoreConformance", "DatabaseTesting"], products: [.grdb])

section(.immuni, .runtime)
target(
    "ImmuniServing",
    uses: ["DiagnosisKeyStores", "ImmuniAPI", "KeyServerRules", "ServiceKit"],
    products: [.httpTypes]
)
tests()

section(.immuni, .services)
target(
    "ImmuniAnalytics",
    uses: ["AnalyticsStores", "ImmuniServing"],
    products: [.httpTypes, .logging]
)
target(
    "ImmuniAppConfiguration",
    uses: ["ImmuniServing", "SettingsDocuments"],
    products: [.crypto],
    embeds: ["demo", "faq-de", "faq-en", "faq-es", "faq-fr", "faq-it"].map { "Presets/\($0).json" }
)
target("ImmuniIngestion", uses: ["ImmuniServing"], products: [.httpTypes])
target("ImmuniOTP", uses: ["ImmuniServing"])
target(
    "ImmuniPortal",
    uses: ["ImmuniServing", "ImmuniTexts", "PortalSections"],
    products: [.logging],
    embeds: ["Assets/codes.css", "Assets/codes.js"]
)
target("ImmuniReporting", uses: ["ImmuniServing"], products: [.httpTypes, .nio])
tests(
    uses: [
        "AnalyticsStoreConformance", "KeyFiles", "PageTesting", "PortalTesting",
    ]
)

section(.immuni, .assembly)
target(
    "ImmuniAssembly",
    uses: [
        "AppleDeviceCheck", "AttestationAssembly", "CommonAssembly", "ImmuniAnalytics", "ImmuniAppConfiguration",
        "ImmuniIngestion", "ImmuniOTP", "ImmuniPortal", "ImmuniReporting", "KeyPublication", "SQLAnalyticsStores",
    ],
    products: [.logging]
)
tests(uses: ["ImmuniDemoServers", "ServiceTesting"], products: [.crypto])

section(.immuni, .simulation)
target(
    "ImmuniAnalyticsTrial",
    uses: ["DeviceEmulation", "ImmuniAssembly", "ImmuniClient"],
    products: [.crypto, .lifecycle, .logging]
)
target("ImmuniPhonePage", uses: ["ImmuniClient", "ImmuniTexts", "PhonePage"])
target(
    "ImmuniDemoServers",
    uses: ["DemoAuthority", "DeviceCheckEmulation", "DeviceEmulation", "ImmuniAssembly"],
    products: [.crypto, .lifecycle, .logging]
)
target("ImmuniStory", uses: ["ImmuniClient", "ImmuniDemoServers", "StoryKit"])
target("ImmuniLoad", uses: ["ImmuniClient", "LoadGeneration"])
target(
    "ImmuniDemo",
    uses: ["DemoServing", "ImmuniDemoServers", "ImmuniPhonePage"]
)
tests(uses: ["ImmuniWeeks", "PageTesting", "PhonePageTesting"])

section(.immuni, .tools)
target("SettingsFiles", uses: ["SettingsDocuments"], products: [.yams])
tests(uses: ["ImmuniAppConfiguration"])

section(.immuni, .testSupport)
target("AnalyticsStoreConformance", uses: ["SQLAnalyticsStores", "StoreConformance"])
target("ImmuniWeeks", uses: ["ImmuniAppConfiguration", "ImmuniClient", "PhoneWeeks", "StoryKit"])

// MARK: - Corona-Warn

section(.coronaWarn, .core)
systemLibrary("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev")
target("CoronaWarnAPI", uses: ["GAENCore", "MessageSignatures", "WireFormat"], products: [.crypto, .protobuf])
target("CoronaWarnConfiguration", uses: ["RiskModels"], products: [.protobuf])
target("CoronaWarnFlyers", uses: ["CQREncode", "CoronaWarnAPI", "Localisation"])
target("CoronaWarnPackages", uses: ["CoronaWarnAPI"])
target("LaboratoryFiles", uses: ["CoronaWarnAPI"], products: [.crypto])
tests()

section(.coronaWarn, .ports)
target("CoronaWarnPorts", uses: ["CoronaWarnAPI", "DiagnosisKeyStores"])

section(.coronaWarn, .device)
target(
    "CoronaWarnClient",
    uses: ["ClientKit", "CoronaWarnConfiguration", "CoronaWarnPackages", "Localisation"],
    products: [.crypto]
)
target("CoronaWarnTexts", uses: ["Localisation"])
tests(uses: ["ClientTesting", "FileStorage", "PageTesting"])

section(.coronaWarn, .adapters)
target("HTTPCoronaWarn", uses: ["CoronaWarnPorts"])
target(
    "SQLCoronaWarnStores",
    uses: ["CoronaWarnPorts", "SQLStores"]
)
tests(
    uses: [
        "CoronaWarnLaboratory", "CoronaWarnStoreConformance", "DatabaseTesting", "HTTPTransport",
        "ServiceTesting",
    ],
    products: [.grdb]
)

section(.coronaWarn, .runtime)
target(
    "CoronaWarnServing",
    uses: ["CoronaWarnPackages", "CoronaWarnPorts", "ServiceKit"],
    products: [.httpTypes]
)

section(.coronaWarn, .services)
target("CoronaWarnAdministration", uses: ["CoronaWarnConfiguration", "Persistence", "WireFormat"])
target(
    "CoronaWarnDistribution",
    uses: ["CoronaWarnConfiguration", "CoronaWarnServing", "KeyExport"],
    products: [.httpTypes, .logging, .nio]
)
target("CoronaWarnFederation", uses: ["CoronaWarnServing"], products: [.httpTypes, .logging])
target("CoronaWarnLaboratory", uses: ["CoronaWarnServing"], products: [.httpTypes, .logging])
target(
    "CoronaWarnPortal",
    uses: ["CoronaWarnPorts", "LaboratoryFiles", "PortalSections"],
    products: [.logging],
    embeds: ["Assets/once.css", "Assets/once.js"]
)
target(
    "CoronaWarnSubmission",
    uses: ["CoronaWarnServing"],
    products: [.httpTypes, .logging]
)
target(
    "CoronaWarnVerification",
    uses: ["CoronaWarnServing", "KeyServerRules"],
    products: [.httpTypes, .logging]
)
tests(
    uses: [
        "CoronaWarnStoreConformance", "KeyPublication", "PageTesting", "PortalTesting", "SQLCoronaWarnStores",
    ],
    products: [.crypto]
)

section(.coronaWarn, .assembly)
target(
    "CoronaWarnAssembly",
    uses: [
        "CommonAssembly", "CoronaWarnAdministration", "CoronaWarnDistribution", "CoronaWarnFederation",
        "CoronaWarnLaboratory", "CoronaWarnPortal", "CoronaWarnSubmission", "CoronaWarnVerification", "HTTPCoronaWarn",
        "KeyPublication", "SQLCoronaWarnStores",
    ]
)
tests(
    uses: ["CoronaWarnClient", "CoronaWarnStoreConformance", "DemoAuthority", "PhoneSimulation", "ServiceTesting"],
    products: [.crypto]
)

section(.coronaWarn, .simulation)
target("CoronaWarnPhonePage", uses: ["CoronaWarnClient", "CoronaWarnFlyers", "CoronaWarnTexts", "PhonePage"])
target(
    "CoronaWarnDemo",
    uses: ["CoronaWarnAssembly", "CoronaWarnPhonePage", "DemoAuthority", "DemoServing"],
    products: [.crypto]
)
target("CoronaWarnLoad", uses: ["CoronaWarnClient", "LoadGeneration"])
target("CoronaWarnStory", uses: ["CoronaWarnDemo", "StoryKit"])
tests(uses: ["CoronaWarnWeeks", "PageTesting", "PhonePageTesting"])

section(.coronaWarn, .tools)
target("LaboratoryClient", uses: ["FileStorage", "LaboratoryFiles"])
tests(uses: ["PhoneSimulation"])

section(.coronaWarn, .testSupport)
target(
    "CoronaWarnStoreConformance",
    uses: ["CoronaWarnPorts", "StoreConformance"]
)
target("CoronaWarnWeeks", uses: ["CoronaWarnClient", "PhoneWeeks", "StoryKit"])

// MARK: - Association

section(.association, .core)
target("HeraldPayloads")
target("AssociationProtocol", uses: ["GAENCore", "HeraldPayloads"], products: [.crypto, .cryptoExtras])

target("AssociationAPI", uses: ["AssociationProtocol", "WireFormat"], products: [.crypto])

target("AssociationRisk", uses: ["AssociationAPI", "RiskModels"])
tests()

section(.association, .ports)
target("AssociationPorts", uses: ["AssociationAPI", "OperatorStores"])
tests()

section(.association, .device)
target("AssociationExchange", uses: ["AssociationProtocol", "PhonePorts", "ProximityRadio"])
target(
    "AssociationClient",
    uses: ["AssociationExchange", "AssociationPorts", "AssociationRisk", "ClientKit", "Localisation"]
)
target("AssociationTexts", uses: ["Localisation"])
tests(
    uses: [
        "AssociationAssembly", "AssociationStoreConformance", "ClientTesting", "PageTesting", "ServiceTesting",
    ],
    products: [.httpTypes, .nio]
)

section(.association, .adapters)
target("SQLAssociationStores", uses: ["AssociationPorts", "SQLEngine"])
target("HTTPAssociation", uses: ["AssociationPorts"])
tests(uses: ["AssociationStoreConformance", "DatabaseTesting"], products: [.grdb])

section(.association, .services)
target(
    "AssociationService",
    uses: ["AssociationPorts", "AssociationRisk", "DeviceAttestation", "KeyServerRules", "ServiceKit"],
    products: [.crypto, .httpTypes, .logging, .nio]
)
target("AssociationPortal", uses: ["AssociationPorts", "PortalSections"], products: [.logging])
tests(
    uses: [
        "AssociationAssembly", "AssociationStoreConformance", "DeviceEmulation", "PageTesting", "PortalTesting",
    ]
)

section(.association, .assembly)
target(
    "AssociationAssembly",
    uses: [
        "AssociationPortal", "AssociationService", "AttestationAssembly", "CommonAssembly", "HTTPAssociation",
        "SQLAssociationStores",
    ],
    products: [.logging]
)
tests(uses: ["DeviceEmulation", "ServiceTesting"])

section(.association, .simulation)
target("AssociationPhonePage", uses: ["AssociationClient", "AssociationTexts", "PhonePage"])
target(
    "AssociationDemo",
    uses: ["AssociationAssembly", "AssociationPhonePage", "DemoAuthority", "DemoServing"]
)
target("AssociationLoad", uses: ["AssociationClient", "LoadGeneration"])
target("AssociationStory", uses: ["AssociationDemo", "StoryKit"])
tests(uses: ["AssociationWeeks", "PageTesting", "PhonePageTesting"])

section(.association, .testSupport)
target("AssociationStoreConformance", uses: ["SQLAssociationStores", "StoreConformance"])
target("AssociationWeeks", uses: ["AssociationClient", "PhoneWeeks", "StoryKit"])

// MARK: - What sees every system

section(.every, .assembly)
target("ServerAssembly", uses: ["AssociationAssembly", "CommonAssembly", "CoronaWarnAssembly", "ImmuniAssembly"])
tests(uses: ["DatabaseTesting"])

section(.every, .simulation)
target("PhoneWorkflows", uses: ["AssociationPhonePage", "CoronaWarnPhonePage", "ImmuniPhonePage", "PhonePage"])

target(
    "RealmsStory",
    uses: [
        "CoronaWarnAssembly", "CoronaWarnDemo", "CoronaWarnStory", "ImmuniAssembly", "ImmuniDemoServers", "ImmuniStory",
    ]
)
tests(uses: ["ImmuniClient", "PhonePageTesting"], products: [.crypto])

section(.every, .tools)
executable(
    "avviso",
    uses: [
        "AssociationAssembly", "AssociationClient", "AssociationDemo", "AssociationLoad", "AssociationPhonePage",
        "AssociationStory", "CAllocator", "CoronaWarnAPI", "CoronaWarnAssembly", "CoronaWarnDemo", "CoronaWarnLoad",
        "CoronaWarnPhonePage", "CoronaWarnStory", "DemoAuthority", "ExposureMatching", "ExposureReports",
        "ImmuniAnalyticsTrial", "ImmuniDemo", "ImmuniLoad", "ImmuniStory", "KeyPublication",
        "LaboratoryClient", "PhoneWorkflows", "RealmsStory", "ServerAssembly", "SettingsFiles",
    ],
    products: [
        .argumentParser, .asyncHTTPClient, .crypto, .lifecycle, .logging, .nio, .nioHTTP1, .nioSSL, .unixSignals,
    ]
)
// MARK: - Beside the layers: benchmarks, and what the parsers promise

/// A target that sees every system and stands beside the layers.
struct FreeTarget {
    let name: String
    let path: String
    let uses: [String]
    var products: [Product] = []
    var embeds: [String] = []

    enum Kind { case library, executable, tests }

    @MainActor
    func target(_ kind: Kind) -> Target {
        for other in uses where declared[other] == nil {
            violations.append("\(name) uses \(other), which is not declared - docs/architecture.md")
        }
        let dependencies = dependencies(of: name, on: uses) + products.map(\.dependency)
        let (excluded, resources) = (leftOutFolders(of: path), embeds.map { Resource.embedInCode($0) })
        let settings = languageSettings + System.conditions
        return switch kind {
        case .library:
            .target(
                name: name,
                dependencies: dependencies,
                path: path,
                exclude: excluded,
                resources: resources,
                swiftSettings: settings
            )
        case .executable:
            .executableTarget(
                name: name,
                dependencies: dependencies,
                path: path,
                exclude: excluded,
                swiftSettings: settings
            )
        case .tests:
            .testTarget(
                name: name,
                dependencies: dependencies,
                path: path,
                exclude: excluded,
                swiftSettings: settings
            )
        }
    }
}

let bench = FreeTarget(
    name: "avviso-bench",
    path: "Benchmarks/AvvisoBench",
    uses: [
        "AssociationAssembly", "AssociationWeeks", "CoronaWarnWeeks", "DeviceEmulation", "ExposureMatching",
        "ImmuniWeeks", "PhoneWeeks",
    ],
    products: [
        .argumentParser, .crypto, .cryptoExtras, .grdb, .httpTypes, .hummingbird, .logging, .nio, .nioHTTP1, .nioPosix,
    ]
).target(.executable)
bench.dependencies.append("CMachineLimits")
// Only for `make bench`.
if Context.environment["AVVISO_BENCH"] == "1" {
    let limits = Target.target(
        name: "CMachineLimits",
        path: "Benchmarks/CMachineLimits",
        cSettings: [.treatAllWarnings(as: .error)]
    )
    targets += [limits, bench]
}

// The fuzzer and the tests try these.
let parsers = FreeTarget(
    name: "ParserTargets",
    path: "Fuzz/ParserTargets",
    uses: [
        "AssociationAPI", "CoronaWarnClient", "DeviceEmulation", "ExposureReports", "KeyFiles", "LaboratoryFiles",
        "Localisation", "PhoneSimulation", "SettingsFiles",
    ],
    products: [.crypto],
    embeds: ["emulator.json", "app-settings.json"]
)
let parserTests = FreeTarget(
    name: "ParserTargetsTests",
    path: "Tests/Fuzz/ParserTargetsTests",
    uses: parsers.uses + ["ExposureTesting"]
).target(.tests)
// Only for `make fuzz`, whose flags nothing else is built with.
let fuzzer = FreeTarget(name: "avviso-fuzz", path: "Fuzz/AvvisoFuzz", uses: []).target(.executable)
for target in [parserTests, fuzzer] {
    target.dependencies.append("ParserTargets")
}
targets += [parsers.target(.library), parserTests]
if Context.environment["AVVISO_FUZZ"] == "1" {
    targets.append(fuzzer)
}

targets += testModules.filter { System.built.contains($0.system) }.map(\.target)

// MARK: - A part of the package: only for `make sanitize`, which builds everything anew

let isPart = Context.environment["AVVISO_PART"] == "matching"
if isPart {
    let matching = testModules.filter { $0.system == .common && $0.layer == .core }
    let part = Set(matching.flatMap { reached(from: $0.imports + ["ExposurePrimitives"]) + [$0.name] })
    targets.removeAll { !part.contains($0.name) }
}

// MARK: - The package

violations += testModules.flatMap { $0.violations() }
for layer in Layer.allCases {
    let used = declared.values.filter { $0.layer == layer }.flatMap(\.products)
    for product in layer.mayUseProducts.subtracting(used) {
        violations.append("No target of [\(layer.rawValue)] uses \(product.name), which it may - docs/architecture.md")
    }
}
if !violations.isEmpty {
    fail(violations)
}

/// What an app is made of (docs/ios.md). `scripts/check-portability` walks what it needs.
let phoneModules = reached(
    from: [
        "CoronaWarnClient", "CoronaWarnTexts", "ExposurePrimitives", "ImmuniClient", "ImmuniTexts", "RiskTexts",
        "URLSessionTransport",
    ]
)
.filter { declared[$0]?.isSwift == true }

let package = Package(
    name: "avviso",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: isPart ? [] : [.library(name: "AvvisoPhone", targets: phoneModules)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["JSON", "YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: targets
)
