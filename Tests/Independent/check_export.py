#!/usr/bin/env python3
"""Reads and verifies a key export with nothing of Avviso's: zipfile, PyPI's protobuf and cryptography.

    check_export.py EXPORT.zip --public-key PUBLIC.pem

Prints the content as JSON. Exits with 1 and a message where the file breaks the format or the signature does not hold.
The message types are described here a second time, on purpose: a wrong field number on one side shows up.
"""

import argparse
import json
import sys
import zipfile

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

HEADER = b"EK Export v1    "
NAMES = ["export.bin", "export.sig"]
ALGORITHMS = {
    "1.2.840.10045.4.3.2": hashes.SHA256(),
    "1.2.840.10045.4.3.4": hashes.SHA512(),
}

# message: [(number, name, type, repeated)]; a type that is none of protobuf's own is a message of this table.
MESSAGES = {
    "SignatureInfo": [
        (1, "app_bundle_id", "string", False),
        (2, "android_package", "string", False),
        (3, "verification_key_version", "string", False),
        (4, "verification_key_id", "string", False),
        (5, "signature_algorithm", "string", False),
    ],
    "TemporaryExposureKey": [
        (1, "key_data", "bytes", False),
        (2, "transmission_risk_level", "int32", False),
        (3, "rolling_start_interval_number", "int32", False),
        (4, "rolling_period", "int32", False),
        (5, "report_type", "int32", False),
        (6, "days_since_onset_of_symptoms", "sint32", False),
        (8, "variant_of_concern", "int32", False),
    ],
    "TemporaryExposureKeyExport": [
        (1, "start_timestamp", "fixed64", False),
        (2, "end_timestamp", "fixed64", False),
        (3, "region", "string", False),
        (4, "batch_num", "int32", False),
        (5, "batch_size", "int32", False),
        (6, "signature_infos", "SignatureInfo", True),
        (7, "keys", "TemporaryExposureKey", True),
        (8, "revised_keys", "TemporaryExposureKey", True),
    ],
    "TEKSignature": [
        (1, "signature_info", "SignatureInfo", False),
        (2, "batch_num", "int32", False),
        (3, "batch_size", "int32", False),
        (4, "signature", "bytes", False),
    ],
    "TEKSignatureList": [(1, "signatures", "TEKSignature", True)],
}


class Refused(Exception):
    """The file is not a right export."""


def require(condition, message):
    if not condition:
        raise Refused(message)


def message_classes():
    file = descriptor_pb2.FileDescriptorProto(name="check.proto", package="check", syntax="proto2")
    field_type = descriptor_pb2.FieldDescriptorProto
    for message_name, fields in MESSAGES.items():
        message = file.message_type.add(name=message_name)
        for number, name, type_name, repeated in fields:
            label = field_type.LABEL_REPEATED if repeated else field_type.LABEL_OPTIONAL
            field = message.field.add(number=number, name=name, label=label)
            if type_name in MESSAGES:
                field.type = field_type.TYPE_MESSAGE
                field.type_name = f".check.{type_name}"
            else:
                field.type = getattr(field_type, f"TYPE_{type_name.upper()}")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"check.{name}")) for name in MESSAGES
    }


def read_zip(path):
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        require(names == NAMES, f"the entries are {names} instead of {NAMES}")
        for info in archive.infolist():
            require(info.compress_type == zipfile.ZIP_DEFLATED, f"{info.filename} is not deflated")
        require(archive.testzip() is None, "a checksum does not match")
        return [archive.read(name) for name in NAMES]


def verify(export, signatures, export_bin, public_key):
    require(len(signatures) > 0, "export.sig has no signature")
    require(
        len(signatures) == len(export.signature_infos),
        f"{len(signatures)} signatures for {len(export.signature_infos)} signature infos",
    )
    valid = 0
    for signature, info in zip(signatures, export.signature_infos):
        require(signature.signature_info == info, "a signature info differs between export.bin and export.sig")
        require(
            (signature.batch_num, signature.batch_size) == (export.batch_num, export.batch_size),
            "a signature is for another batch",
        )
        algorithm = ALGORITHMS.get(info.signature_algorithm)
        require(algorithm is not None, f"unknown algorithm {info.signature_algorithm!r}")
        try:
            public_key.verify(signature.signature, export_bin, ec.ECDSA(algorithm))
            valid += 1
        except InvalidSignature:
            pass
    require(valid > 0, "no signature holds with this public key")
    return valid


def check_keys(keys, name):
    for index, key in enumerate(keys):
        require(len(key.key_data) == 16, f"{name}[{index}] has {len(key.key_data)} bytes")
        require(key.HasField("rolling_period"), f"{name}[{index}] has no explicit rolling period")
        require(1 <= key.rolling_period <= 144, f"{name}[{index}] has the rolling period {key.rolling_period}")
        require(0 <= key.transmission_risk_level <= 8, f"{name}[{index}] has a wrong transmission risk level")
        require(-14 <= key.days_since_onset_of_symptoms <= 14, f"{name}[{index}] has a wrong onset")
        require(not key.HasField("report_type") or 0 <= key.report_type <= 5, f"{name}[{index}] has a wrong type")
    data = [key.key_data for key in keys]
    require(data == sorted(data), f"{name} are not sorted")


def as_json(message):
    result = {}
    for field, value in message.ListFields():
        if field.type == field.TYPE_BYTES:
            result[field.name] = value.hex()
        elif field.type == field.TYPE_MESSAGE:
            # A repeated field is a sequence; a single message is not.
            result[field.name] = as_json(value) if hasattr(value, "ListFields") else [as_json(item) for item in value]
        else:
            result[field.name] = value
    return result


def check(path, public_key):
    classes = message_classes()
    export_bin, export_sig = read_zip(path)
    require(export_bin.startswith(HEADER), "export.bin does not begin with its header")
    export = classes["TemporaryExposureKeyExport"].FromString(export_bin[len(HEADER):])
    signatures = classes["TEKSignatureList"].FromString(export_sig).signatures
    require(1 <= export.batch_num <= export.batch_size, f"batch {export.batch_num} of {export.batch_size}")
    require(export.start_timestamp <= export.end_timestamp, "the period ends before it begins")
    check_keys(export.keys, "keys")
    check_keys(export.revised_keys, "revised_keys")
    valid = verify(export, signatures, export_bin, public_key)
    content = as_json(export)
    content.setdefault("keys", [])
    content.setdefault("revised_keys", [])
    return content | {"valid_signatures": valid, "export_bin_size": len(export_bin)}


def main():
    parser = argparse.ArgumentParser(description="Reads and verifies a key export independently of Avviso.")
    parser.add_argument("export", help="the zip file")
    parser.add_argument("--public-key", required=True, help="PEM file of the P-256 public key")
    arguments = parser.parse_args()
    try:
        with open(arguments.public_key, "rb") as file:
            public_key = serialization.load_pem_public_key(file.read())
        print(json.dumps(check(arguments.export, public_key), indent=2))
    except (Refused, DecodeError, zipfile.BadZipFile, OSError, ValueError) as error:
        sys.exit(f"{arguments.export}: {error}")


if __name__ == "__main__":
    main()
