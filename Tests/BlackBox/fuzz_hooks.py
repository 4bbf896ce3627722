"""What fuzz.py tells schemathesis about this contract that OpenAPI cannot say."""

import schemathesis


def whole_numbers(value):
    """For JSON Schema 12.0 is an integer; the contract takes 12 alone (docs/compatibility.md)."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole_numbers(element) for element in value]
    if isinstance(value, dict):
        return {name: whole_numbers(member) for name, member in value.items()}
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    case.body = whole_numbers(case.body)
