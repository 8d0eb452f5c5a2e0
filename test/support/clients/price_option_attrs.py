"""Calls the service by the client that openapi-python-client generates: price_option_attrs.py URL KEY. Prints one line per answer."""

import sys
from datetime import date

from service_client import AuthenticatedClient
from service_client.api.contract_dsl import describe_contract
from service_client.api.vanilla import price_option
from service_client.models import (
    ApiErrorCode,
    ApiFailure,
    CalculateXvaJob,
    ContractDescribeRequest,
    Negated,
    PriceOptionJob,
    StrategyContractIronCondor,
    VanillaCall,
    VanillaOptionRequest,
    VanillaOptionRequestOptionType,
    WorstOfAutocall,
)

url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="X-API-Key")

option = VanillaOptionRequest(
    spot=100, strike=105, rate=0.05, volatility=0.2, time=1, option_type=VanillaOptionRequestOptionType.PUT
)
priced = price_option.sync(client=client, body=option)
print(priced.data.price, priced.meta.manifest.pricer_id)

call = VanillaCall(type_="vanilla_call", underlying="SPX", strike=105, expiry=date(2027, 1, 5))
sold = ContractDescribeRequest(contract=Negated(type_="negated", spec=call))
print(describe_contract.sync(client=client, body=sold).data.description)

option.spot = -1
refused = price_option.sync_detailed(client=client, body=option)
assert isinstance(refused.parsed, ApiFailure)
print(refused.status_code.value, refused.parsed.error.code == ApiErrorCode.SVC_REQ_001)

# A form that the generator left out of the union would be no class, and a job's request would be of any type.
assert isinstance(PriceOptionJob(operation="priceOption", request=option).request, VanillaOptionRequest)
assert CalculateXvaJob and StrategyContractIronCondor and WorstOfAutocall
