import CGAENKernel

/// An implementation of the kernel for a kind of processor. All give the same results; a test or a measurement may
/// choose one.
public enum KernelPath: String, Sendable, CaseIterable {
    /// Plain C, on any processor.
    case portable
    /// x86-64 with AES-NI and SHA-NI.
    case x86AESSHA = "x86-aes-sha"
    /// x86-64 with AVX-512 and VAES.
    case x86AVX512 = "x86-avx512"
    /// ARMv8 with its cryptographic extension.
    case armCrypto = "arm-crypto"

    /// The fastest path that this processor supports.
    public static let best: KernelPath = {
        let best = gaen_path_best()
        return allCases.first { $0.kernelValue == best } ?? .portable
    }()

    /// Whether this processor supports the path.
    public var isSupported: Bool { gaen_path_is_supported(kernelValue) }

    var kernelValue: gaen_path {
        switch self {
        case .portable: GAEN_PATH_PORTABLE
        case .x86AESSHA: GAEN_PATH_X86_AES_SHA
        case .x86AVX512: GAEN_PATH_X86_AVX512
        case .armCrypto: GAEN_PATH_ARM_CRYPTO
        }
    }
}
