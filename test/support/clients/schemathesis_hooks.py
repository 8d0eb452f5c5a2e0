"""What Schemathesis checks of this service beside its own checks."""

import itertools

import schemathesis

# More paths cost time and find nothing: what limits them is tested elsewhere.
MAX_PATHS = 1_024

CALCULATION_FAILURES = ("SVC-CALC-001", "SVC-CALC-002", "SVC-CALC-003")


@schemathesis.check
def documented_failure(ctx, response, case):
    """A failure has an error code that its operation documents under its status; only a calculation may be a server error."""
    # The answer to HEAD has no body.
    if response.status_code < 400 or response.request.method == "HEAD":
        return None
    code = response.json()["error"]["code"]
    if response.status_code >= 500:
        assert code in CALCULATION_FAILURES, f"{code} is not a failed calculation"
    # The method or the path of another operation was called on purpose.
    if response.status_code == 405:
        return None
    raw = case.operation.schema.raw_schema
    documented = raw["paths"][case.operation.path][case.operation.method.lower()]["responses"].get(str(response.status_code))
    assert documented is not None, f"{response.status_code} is not documented"
    codes = raw["components"]["responses"][documented["$ref"].rsplit("/", 1)[-1]]["x-codes"]
    assert code in codes, f"{code} is not documented under {response.status_code}: {', '.join(codes)}"
    return None


@schemathesis.hook
def filter_case(ctx, case):
    """Leaves out requests with another side than call and put: the service reads them as calls, and the document does not offer them."""
    return not states_another_side(case.body)


SIDES = ["call", "put", "payer", "receiver"]


def states_another_side(value):
    if isinstance(value, dict):
        return value.get("optionType", "call") not in SIDES or any(map(states_another_side, value.values()))
    return isinstance(value, list) and any(map(states_another_side, value))


# Keys that are refused count per address, and Schemathesis guesses at every operation: each request comes from an address of its own. The
# service under test trusts one proxy.
addresses = itertools.count()


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Gives each request an address, and keeps simulations short where the number of paths is one that the document allows."""
    number = next(addresses)
    case.headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    if not isinstance(case.body, dict) or "pricer" not in properties_of_request(case):
        return
    settings = case.body.setdefault("pricer", {})
    if isinstance(settings, dict):
        paths = settings.get("numPaths", MAX_PATHS)
        if type(paths) is int and MAX_PATHS <= paths <= 2**28:
            settings["numPaths"] = MAX_PATHS


def properties_of_request(case):
    raw = case.operation.schema.raw_schema
    body = raw["paths"][case.operation.path][case.operation.method.lower()].get("requestBody")
    if body is None:
        return {}
    schema = body["content"]["application/json"]["schema"]
    if "$ref" in schema:
        schema = raw["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema.get("properties", {})
