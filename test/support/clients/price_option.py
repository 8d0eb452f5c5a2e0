"""Calls the service by the generated client: price_option.py URL KEY. Prints one line per answer."""

import sys
from datetime import date

from openapi_client import (
    ApiClient,
    Configuration,
    ContractDescribeRequest,
    ContractDSLApi,
    ContractSpec,
    Negated,
    VanillaApi,
    VanillaCall,
    VanillaOptionRequest,
)
from openapi_client.exceptions import BadRequestException

url, key = sys.argv[1:]
client = ApiClient(Configuration(host=url, api_key={"ApiKey": key}))

vanilla = VanillaApi(client)
option = VanillaOptionRequest(spot=100, strike=105, rate=0.05, volatility=0.2, time=1, option_type="put")
priced = vanilla.price_option(option)
print(priced.data.price, priced.meta.manifest.pricer_id)

call = VanillaCall(type="vanilla_call", underlying="SPX", strike=105, expiry=date(2027, 1, 5))
sold = Negated(type="negated", spec=ContractSpec(call))
print(ContractDSLApi(client).describe_contract(ContractDescribeRequest(contract=ContractSpec(sold))).data.description)

# The client itself checks the bounds that the document states; the service refuses what it alone can judge.
try:
    vanilla.price_option(VanillaOptionRequest.model_construct(**{**option.model_dump(), "spot": -1}))
except BadRequestException as refused:
    print(refused.status, "SVC-REQ-001" in refused.body)
