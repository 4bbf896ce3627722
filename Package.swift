// swift-tools-version: 6.2
import Foundation
import PackageDescription

// MARK: - The layer rule, as data (docs/architecture.md explains it)

enum Layer: String, CaseIterable {
    case core = "Core"
    case ports = "Ports"
    case device = "Device"
    case adapters = "Adapters"
    case runtime = "Runtime"
    case services = "Services"
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
        case .simulation: [.core, .ports, .device, .adapters, .runtime, .services, .simulation]
        case .tools: Set(Layer.allCases).subtracting([.testSupport])
        case .testSupport: Set(Layer.allCases).subtracting([.tools])
        }
    }

    /// The packages of others that a target of this layer may import.
    var mayUsePackages: Set<Package.Dependency.Name> {
        switch self {
        case .core: [.crypto, .protobuf]
        case .ports: []
        case .device: [.crypto]
        case .adapters: [.asn1, .certificates, .crypto, .grdb, .asyncHTTPClient, .nio, .nioSSL, .httpTypes]
        case .runtime:
            [
                .asn1, .certificates, .crypto, .hummingbird, .nio, .nioSSL, .httpTypes, .logging, .metrics,
                .configuration, .system, .lifecycle,
            ]
        case .services: [.crypto, .hummingbird, .nio, .httpTypes, .logging, .metrics, .lifecycle]
        case .simulation:
            [.asn1, .certificates, .crypto, .httpTypes, .hummingbird, .logging, .lifecycle, .nio, .nioSSL]
        case .tools: Set(Package.Dependency.Name.allCases).subtracting([.hummingbird, .grdb])
        case .testSupport: Set(Package.Dependency.Name.allCases)
        }
    }
}

extension Package.Dependency {
    enum Name: String, CaseIterable {
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
        case nioSSL = "swift-nio-ssl"
        case protobuf = "swift-protobuf"
        case system = "swift-system"
        case yams = "Yams"
    }
}

/// A product of another package.
struct Product {
    let name: String
    let package: Package.Dependency.Name

    static let argumentParser = Product(name: "ArgumentParser", package: .argumentParser)
    static let asyncHTTPClient = Product(name: "AsyncHTTPClient", package: .asyncHTTPClient)
    static let configuration = Product(name: "Configuration", package: .configuration)
    static let crypto = Product(name: "Crypto", package: .crypto)
    static let cryptoExtras = Product(name: "CryptoExtras", package: .crypto)
    static let grdb = Product(name: "GRDB", package: .grdb)
    static let httpTypes = Product(name: "HTTPTypes", package: .httpTypes)
    static let hummingbird = Product(name: "Hummingbird", package: .hummingbird)
    static let hummingbirdHTTP2 = Product(name: "HummingbirdHTTP2", package: .hummingbird)
    static let hummingbirdCore = Product(name: "HummingbirdCore", package: .hummingbird)
    static let lifecycle = Product(name: "ServiceLifecycle", package: .lifecycle)
    static let logging = Product(name: "Logging", package: .logging)
    static let metrics = Product(name: "Metrics", package: .metrics)
    static let coreMetrics = Product(name: "CoreMetrics", package: .metrics)
    static let nio = Product(name: "NIOCore", package: .nio)
    static let nioHTTP1 = Product(name: "NIOHTTP1", package: .nio)
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
var layerOf: [String: Layer] = [:]
var violations: [String] = []

/// Declares one target, and its tests where the folder `Tests/<Layer>/<Name>Tests` is listed by `tests`.
@MainActor
func module(
    _ name: String,
    in layer: Layer,
    uses: [String] = [],
    _ products: [Product] = [],
    executable: Bool = false,
    resources: [Resource] = [],
    tests: [String]? = nil
) {
    layerOf[name] = layer
    for other in uses {
        guard let otherLayer = layerOf[other] else {
            violations.append("\(name) uses \(other), which is not declared before it - docs/architecture.md")
            continue
        }
        if !layer.mayUse.contains(otherLayer) {
            violations.append(
                "\(name) [\(layer.rawValue)] may not use \(other) [\(otherLayer.rawValue)] - docs/architecture.md"
            )
        }
    }
    for product in products where !layer.mayUsePackages.contains(product.package) {
        violations.append(
            "\(name) [\(layer.rawValue)] may not use package \(product.package.rawValue) - docs/architecture.md"
        )
    }
    let dependencies = uses.map(dependency) + products.map(\.dependency)
    let path = "Sources/\(layer.rawValue)/\(name)"
    targets.append(
        executable
            ? .executableTarget(
                name: name,
                dependencies: dependencies,
                path: path,
                resources: resources,
                swiftSettings: sourceSettings
            )
            : .target(
                name: name,
                dependencies: dependencies,
                path: path,
                resources: resources,
                swiftSettings: sourceSettings
            )
    )
    if let tests {
        targets.append(
            .testTarget(
                name: "\(name)Tests",
                dependencies: ([name] + uses + tests).map(dependency)
                    + products.map(\.dependency),
                path: "Tests/\(layer.rawValue)/\(name)Tests",
                swiftSettings: languageSettings
            )
        )
    }
}

/// Apple systems do not have libdeflate: `KeyExport` uses zlib alone there.
func dependency(on module: String) -> Target.Dependency {
    .target(name: module, condition: module == "CDeflate" ? .when(platforms: [.linux]) : nil)
}

/// Declares a target of C sources, which uses nothing.
@MainActor
func cModule(_ name: String, in layer: Layer) {
    layerOf[name] = layer
    targets.append(
        .target(name: name, path: "Sources/\(layer.rawValue)/\(name)", cSettings: [.treatAllWarnings(as: .error)])
    )
}

// MARK: - Core: pure, portable

layerOf["CZlib"] = .core
targets.append(
    .systemLibrary(name: "CZlib", path: "Sources/Core/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])])
)

layerOf["CDeflate"] = .core
targets.append(
    .systemLibrary(
        name: "CDeflate",
        path: "Sources/Core/CDeflate",
        pkgConfig: "libdeflate",
        providers: [.apt(["libdeflate-dev"])]
    )
)

module("ExposurePrimitives", in: .core, tests: ["ExposureTesting"])
cModule("CGAENKernel", in: .core)
module(
    "GAENCore",
    in: .core,
    uses: ["CGAENKernel", "ExposurePrimitives"],
    [.crypto, .cryptoExtras],
    tests: ["ExposureTesting"]
)
module("WireFormat", in: .core, tests: ["ExposurePrimitives"])
module("DifferentialPrivacy", in: .core, tests: ["ExposurePrimitives", "ExposureTesting"])
module(
    "ImmuniAPI",
    in: .core,
    uses: ["ExposurePrimitives", "GAENCore", "WireFormat"],
    [.crypto],
    tests: ["ExposureTesting"]
)
module("SettingsDocuments", in: .core, uses: ["ImmuniAPI", "WireFormat"])
module(
    "KeyExport",
    in: .core,
    uses: ["CDeflate", "CZlib", "ExposurePrimitives", "GAENCore"],
    [.crypto, .protobuf],
    tests: ["ExposureTesting"]
)
module(
    "ExposureMatching",
    in: .core,
    uses: ["GAENCore", "KeyExport"],
    [.crypto],
    tests: ["ExposurePrimitives"]
)
module(
    "MessageSignatures",
    in: .core,
    uses: ["ExposurePrimitives"],
    [.crypto],
    tests: []
)
module("Localisation", in: .core, tests: [])
module("RiskModels", in: .core, uses: ["ExposurePrimitives", "GAENCore"], tests: ["ExposureTesting"])

// MARK: - Ports: what the inner layers need from outside

module("DeviceAttestation", in: .ports, uses: ["ExposurePrimitives"], tests: [])
module(
    "Stores",
    in: .ports,
    uses: ["DeviceAttestation", "DifferentialPrivacy", "ExposurePrimitives", "GAENCore"],
    tests: []
)
module("ClockPorts", in: .ports, uses: ["ExposurePrimitives", "Stores"], tests: [])
module("ObjectStorage", in: .ports)
module("Signing", in: .ports, uses: ["ExposurePrimitives"], tests: [])
module("OperatorPorts", in: .ports, uses: ["ExposurePrimitives", "ImmuniAPI"])
module("PhonePorts", in: .ports, uses: ["ExposurePrimitives", "ImmuniAPI", "WireFormat"], tests: [])

// MARK: - Device: the phone

module(
    "ProximityRadio",
    in: .device,
    uses: ["ExposurePrimitives", "GAENCore", "PhonePorts"],
    tests: ["ExposureTesting", "RiskModels"]
)
module(
    "ExposureFramework",
    in: .device,
    uses: ["ExposurePrimitives", "GAENCore", "KeyExport", "PhonePorts", "ProximityRadio", "RiskModels"],
    [.crypto],
    tests: ["ExposureTesting"]
)
module(
    "MobileClient",
    in: .device,
    uses: [
        "ExposureFramework", "ExposurePrimitives", "GAENCore", "ImmuniAPI", "KeyExport", "Localisation",
        "MessageSignatures", "PhonePorts", "RiskModels", "WireFormat",
    ],
    [.crypto],
    tests: ["ExposureTesting", "PhoneFiles", "ProximityRadio", "URLSessionTransport"]
)

module("AppTexts", in: .device, uses: ["Localisation"], tests: ["PageTesting"])

// MARK: - Adapters: one technology each

module(
    "SQLiteStores",
    in: .adapters,
    uses: ["ClockPorts", "DeviceAttestation", "DifferentialPrivacy", "ExposurePrimitives", "GAENCore", "Stores"],
    [.grdb],
    tests: ["ExposureTesting", "StoreConformance"]
)
layerOf["CKernelClock"] = .adapters
targets.append(.systemLibrary(name: "CKernelClock", path: "Sources/Adapters/CKernelClock"))

module("LinuxClock", in: .adapters, uses: ["CKernelClock", "ClockPorts", "ExposurePrimitives"], tests: [])
module("FileObjectStorage", in: .adapters, uses: ["ObjectStorage"], tests: ["ExposureTesting"])
module(
    "PhoneFiles",
    in: .adapters,
    uses: ["ExposurePrimitives", "PhonePorts"],
    tests: ["ExposureFramework", "ExposureTesting", "ProximityRadio"]
)
module(
    "FileSigningKeys",
    in: .adapters,
    uses: ["ExposurePrimitives", "Signing"],
    [.crypto],
    tests: ["ExposureTesting"]
)
module("URLSessionTransport", in: .adapters, uses: ["PhonePorts", "WireFormat"])
module(
    "HTTPTransport",
    in: .adapters,
    uses: ["PhonePorts", "WireFormat"],
    [.asyncHTTPClient, .nio, .nioHTTP1, .nioPosix, .nioSSL],
    tests: ["DemoAuthority", "ExposurePrimitives", "URLSessionTransport"]
)
module(
    "CertificateChains",
    in: .adapters,
    uses: ["ExposurePrimitives"],
    [.swiftASN1, .x509],
    tests: []
)
module(
    "AndroidAttestation",
    in: .adapters,
    uses: ["CertificateChains", "DeviceAttestation", "ExposurePrimitives", "WireFormat"],
    [.crypto, .cryptoExtras, .swiftASN1, .x509],
    tests: ["AttestationTesting", "DeviceEmulation", "ExposureTesting"]
)
module(
    "AppleAttestation",
    in: .adapters,
    uses: ["CertificateChains", "DeviceAttestation", "ExposurePrimitives"],
    [.crypto, .swiftASN1, .x509],
    tests: ["AttestationTesting", "DeviceEmulation", "ExposureTesting"]
)

module(
    "AppleDeviceCheck",
    in: .adapters,
    uses: ["DeviceAttestation", "ExposurePrimitives", "WireFormat"],
    [.asyncHTTPClient, .crypto, .nio, .nioHTTP1, .nioSSL],
    tests: ["DemoAuthority", "DeviceCheckEmulation", "ExposureTesting"]
)

// MARK: - Runtime: what every server needs

layerOf["CAllocator"] = .runtime
targets.append(.systemLibrary(name: "CAllocator", path: "Sources/Runtime/CAllocator"))

module("DemoAuthority", in: .runtime, uses: ["ExposurePrimitives"], [.crypto, .swiftASN1, .x509], tests: [])
module(
    "ServiceKit",
    in: .runtime,
    uses: [
        "ClockPorts", "ExposurePrimitives", "MessageSignatures", "ObjectStorage", "Signing", "Stores", "WireFormat",
    ],
    [
        .configuration, .coreMetrics, .crypto, .httpTypes, .hummingbirdCore, .lifecycle, .logging, .metrics, .nio,
        .nioHTTP1,
        .nioPosix, .nioSSL, .nioTLS, .system,
    ],
    tests: ["DemoAuthority", "ExposureTesting", "ServiceTesting"]
)

module(
    "WebPages",
    in: .runtime,
    uses: ["ExposurePrimitives", "Localisation", "ServiceKit", "WireFormat"],
    [.crypto, .httpTypes],
    resources: [.embedInCode("Assets/base.css"), .embedInCode("Assets/icon.svg")],
    tests: ["PageTesting"]
)

// MARK: - Services: one target per deployable service

module(
    "AppConfigurationService",
    in: .services,
    uses: [
        "ExposurePrimitives", "ImmuniAPI", "MessageSignatures", "ServiceKit", "SettingsDocuments", "Stores",
        "WireFormat",
    ],
    [.crypto],
    resources: ["demo", "faq-de", "faq-en", "faq-es", "faq-fr", "faq-it"].map { .embedInCode("Presets/\($0).json") },
    tests: [
        "ExposureTesting", "FileSigningKeys", "ServiceTesting", "Signing", "SQLiteStores", "StoreConformance",
    ]
)
module(
    "OTPService",
    in: .services,
    uses: ["ExposurePrimitives", "ImmuniAPI", "OperatorPorts", "ServiceKit", "Stores", "WireFormat"],
    tests: ["ExposureTesting", "ServiceTesting", "StoreConformance"]
)
module(
    "ExposureIngestionService",
    in: .services,
    uses: ["ClockPorts", "ExposurePrimitives", "GAENCore", "ImmuniAPI", "ServiceKit", "Stores", "WireFormat"],
    [.httpTypes],
    tests: ["ExposureTesting", "ServiceTesting", "StoreConformance"]
)
module(
    "ExposurePublicationService",
    in: .services,
    uses: [
        "ClockPorts", "ExposurePrimitives", "GAENCore", "ImmuniAPI", "KeyExport", "ObjectStorage", "ServiceKit",
        "Stores",
    ],
    [.crypto, .logging],
    tests: ["ExposureTesting", "FileObjectStorage", "Signing", "SQLiteStores"]
)
module(
    "ExposureReportingService",
    in: .services,
    uses: [
        "ClockPorts", "ExposurePrimitives", "ImmuniAPI", "MessageSignatures", "ObjectStorage", "ServiceKit", "Stores",
        "WireFormat",
    ],
    [.httpTypes, .nio],
    tests: [
        "ExposureTesting", "FileObjectStorage", "FileSigningKeys", "GAENCore", "ServiceTesting", "Signing",
        "StoreConformance",
    ]
)

module(
    "AnalyticsService",
    in: .services,
    uses: [
        "ClockPorts", "DeviceAttestation", "DifferentialPrivacy", "ExposurePrimitives", "ImmuniAPI", "ServiceKit",
        "Stores",
        "WireFormat",
    ],
    [.httpTypes, .logging],
    tests: ["ExposureTesting", "GAENCore", "ServiceTesting", "SQLiteStores", "StoreConformance"]
)

module(
    "OperatorPortal",
    in: .services,
    uses: [
        "ClockPorts", "ExposurePrimitives", "ImmuniAPI", "Localisation", "OperatorPorts", "ServiceKit", "Stores",
        "WebPages",
        "WireFormat",
    ],
    [.crypto, .cryptoExtras, .httpTypes, .logging],
    resources: [.embedInCode("Assets/portal.css"), .embedInCode("Assets/portal.js")],
    tests: ["ExposureTesting", "PageTesting", "ServiceTesting", "StoreConformance"]
)

// MARK: - Simulation: never part of a deployment

module(
    "DeviceEmulation",
    in: .simulation,
    uses: ["CertificateChains", "DeviceAttestation", "ExposurePrimitives", "ImmuniAPI", "PhonePorts", "WireFormat"],
    [.crypto, .cryptoExtras, .swiftASN1, .x509],
    tests: ["AndroidAttestation", "AppleAttestation", "ExposureTesting"]
)

module(
    "DeviceCheckEmulation",
    in: .simulation,
    uses: ["DeviceAttestation", "ExposurePrimitives", "WireFormat"],
    [.crypto, .httpTypes, .hummingbirdCore, .hummingbirdHTTP2, .lifecycle, .logging, .nio, .nioPosix, .nioSSL]
)

module(
    "CoreFlowStory",
    in: .simulation,
    uses: [
        "ExposureFramework", "ExposurePrimitives", "HTTPTransport", "ImmuniAPI", "KeyExport", "MessageSignatures",
        "MobileClient", "PhonePorts", "ProximityRadio", "RiskModels", "Stores", "WireFormat",
    ],
    [.crypto],
    tests: ["StoryLauncher"]
)

module(
    "PhonePage",
    in: .simulation,
    uses: [
        "AppTexts", "ExposureFramework", "ExposurePrimitives", "HTTPTransport", "ImmuniAPI", "Localisation",
        "MobileClient", "PhoneFiles", "PhonePorts", "ProximityRadio", "ServiceKit", "WebPages", "WireFormat",
    ],
    [.httpTypes],
    resources: [.embedInCode("Assets/phone.css"), .embedInCode("Assets/phone.js")],
    tests: ["ExposureTesting", "PageTesting"]
)

module(
    "AnalyticsTrial",
    in: .simulation,
    uses: [
        "AnalyticsService", "AndroidAttestation", "ClockPorts", "DeviceAttestation", "DeviceEmulation",
        "ExposurePrimitives", "HTTPTransport", "ImmuniAPI", "MobileClient", "PhonePorts", "SQLiteStores", "ServiceKit",
        "Stores",
        "WireFormat",
    ],
    [.crypto, .lifecycle, .logging],
    tests: ["ExposureTesting"]
)

// MARK: - Tools: composition roots

module(
    "ServerAssembly",
    in: .tools,
    uses: [
        "AndroidAttestation", "AppleAttestation", "AppleDeviceCheck", "CertificateChains", "ClockPorts",
        "DemoAuthority", "DeviceAttestation", "LinuxClock",
        "ExposurePrimitives", "GAENCore", "ImmuniAPI", "KeyExport", "MessageSignatures", "Signing", "Stores",
        "SQLiteStores", "FileObjectStorage", "FileSigningKeys", "ServiceKit", "AppConfigurationService",
        "OTPService", "ExposureIngestionService", "ExposurePublicationService", "ExposureReportingService",
        "AnalyticsService", "OperatorPortal", "OperatorPorts", "SettingsDocuments", "WireFormat",
    ],
    [.crypto, .logging],
    tests: ["DeviceEmulation", "ExposureTesting", "ServiceTesting", "StoryLauncher"]
)
module(
    "StoryLauncher",
    in: .tools,
    uses: [
        "AppConfigurationService", "CoreFlowStory", "DeviceAttestation", "DeviceCheckEmulation", "DeviceEmulation",
        "ExposurePrimitives", "ExposurePublicationService", "HTTPTransport", "ImmuniAPI", "KeyExport",
        "MessageSignatures", "MobileClient", "OperatorPortal", "PhonePage", "PhonePorts", "ServerAssembly",
        "ServiceKit", "SettingsDocuments", "Stores", "WireFormat",
    ],
    [.crypto, .lifecycle, .logging, .unixSignals]
)
module(
    "SettingsFiles",
    in: .tools,
    uses: ["SettingsDocuments", "WireFormat"],
    [.yams],
    tests: ["AppConfigurationService", "ExposurePrimitives", "ImmuniAPI"]
)
module(
    "ExposureReports",
    in: .tools,
    uses: ["ExposurePrimitives", "GAENCore", "RiskModels", "WireFormat"],
    tests: []
)
module(
    "avviso",
    in: .tools,
    uses: [
        "AnalyticsService", "AnalyticsTrial", "AppConfigurationService", "CAllocator", "ClockPorts", "CoreFlowStory",
        "DeviceAttestation", "DeviceCheckEmulation", "DeviceEmulation", "DifferentialPrivacy",
        "ExposureMatching", "ExposurePrimitives",
        "ExposurePublicationService", "ExposureReports", "GAENCore", "HTTPTransport", "ImmuniAPI", "KeyExport",
        "MessageSignatures", "MobileClient", "OperatorPortal", "PhonePage", "PhonePorts", "RiskModels",
        "ServerAssembly",
        "ServiceKit", "SettingsDocuments", "SettingsFiles", "Signing", "Stores",
        "StoryLauncher",
        "WireFormat",
    ],
    [.argumentParser, .asyncHTTPClient, .crypto, .lifecycle, .logging, .nio, .nioHTTP1, .nioSSL, .unixSignals],
    executable: true
)

// MARK: - TestSupport: imported by tests alone

module("ExposureTesting", in: .testSupport, uses: ["ClockPorts", "ExposurePrimitives"])
module(
    "ServiceTesting",
    in: .testSupport,
    uses: ["ExposurePrimitives", "ExposureTesting", "ServiceKit"],
    [.lifecycle, .logging, .nio, .nioPosix, .nioSSL]
)
module("AttestationTesting", in: .testSupport, uses: ["ExposurePrimitives"])
module("PageTesting", in: .testSupport, uses: ["Localisation"])
module(
    "StoreConformance",
    in: .testSupport,
    uses: ["DeviceAttestation", "DifferentialPrivacy", "ExposurePrimitives", "GAENCore", "Stores"]
)

// MARK: - Benchmarks: built with everything else, so that no change can break them unnoticed

targets.append(
    .target(
        name: "CMachineLimits",
        path: "Benchmarks/CMachineLimits",
        cSettings: [.treatAllWarnings(as: .error)]
    )
)
let benchProducts: [Product] = [.argumentParser, .crypto, .cryptoExtras, .grdb, .hummingbird]
targets.append(
    .executableTarget(
        name: "avviso-bench",
        dependencies: [
            "CDeflate", "CMachineLimits", "DeviceAttestation", "DeviceEmulation", "ExposureMatching",
            "ExposurePrimitives", "GAENCore", "ImmuniAPI", "KeyExport",
        ].map(dependency) + benchProducts.map(\.dependency),
        path: "Benchmarks/AvvisoBench",
        swiftSettings: languageSettings
    )
)

// MARK: - Fuzzing

// What the parsers promise, which the fuzzer and the tests try. It stands beside the layers and uses what it needs.
let parserModules = [
    "AndroidAttestation", "AppleAttestation", "CGAENKernel", "CertificateChains", "DeviceAttestation",
    "DeviceEmulation",
    "ExposurePrimitives", "ExposureReports", "FileSigningKeys", "GAENCore", "ImmuniAPI", "KeyExport", "Localisation",
    "MessageSignatures", "PhonePorts", "ProximityRadio", "RiskModels", "SettingsDocuments", "SettingsFiles", "Signing",
    "WireFormat",
]
targets.append(
    .target(
        name: "ParserTargets",
        dependencies: parserModules.map(dependency) + [Product.crypto.dependency, Product.protobuf.dependency],
        path: "Fuzz/ParserTargets",
        resources: [.embedInCode("emulator.json"), .embedInCode("app-settings.json")],
        swiftSettings: languageSettings
    )
)
targets.append(
    .testTarget(
        name: "ParserTargetsTests",
        dependencies: ["ParserTargets", "ExposurePrimitives", "ExposureTesting"],
        path: "Tests/Fuzz/ParserTargetsTests",
        swiftSettings: languageSettings
    )
)

// Only for `make fuzz`, whose flags nothing else is built with.
if Context.environment["AVVISO_FUZZ"] == "1" {
    targets.append(
        .executableTarget(
            name: "avviso-fuzz",
            dependencies: ["ParserTargets"],
            path: "Fuzz/AvvisoFuzz",
            swiftSettings: languageSettings
        )
    )
}

// MARK: - A part of the package: only for `make sanitize`, which builds everything anew

let isPart = Context.environment["AVVISO_PART"] == "matching"
if isPart {
    let modules = ["ExposureMatching", "ExposurePrimitives", "GAENCore", "KeyExport"]
    let others = ["CDeflate", "CGAENKernel", "CZlib", "ExposureTesting"]
    let part = Set(modules + modules.map { "\($0)Tests" } + others)
    targets.removeAll { !part.contains($0.name) }
}

// MARK: - The package

for violation in violations {
    FileHandle.standardError.write(Data((violation + "\n").utf8))
}
if !violations.isEmpty {
    exit(1)
}

/// What an app is made of (docs/ios.md). `scripts/check-portability` walks what it needs.
let phoneModules = [
    "AppTexts", "ExposureFramework", "ExposurePrimitives", "GAENCore", "ImmuniAPI", "KeyExport", "Localisation",
    "MessageSignatures", "MobileClient", "PhonePorts", "ProximityRadio", "RiskModels", "URLSessionTransport",
    "WireFormat",
]

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
