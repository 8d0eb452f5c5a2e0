import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ContractDslApi;
import org.openapitools.client.api.VanillaApi;
import org.openapitools.client.model.ContractDescribeRequest;
import org.openapitools.client.model.ContractSpec;
import org.openapitools.client.model.Negated;
import org.openapitools.client.model.PriceResponseEnvelope;
import org.openapitools.client.model.VanillaCall;
import org.openapitools.client.model.VanillaOptionRequest;

/** Calls the service by the generated client: {@code PriceOption URL KEY}. Prints one line per answer. */
public class PriceOption {
  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(request -> request.header("X-API-Key", arguments[1]));

    VanillaApi vanilla = new VanillaApi(client);
    VanillaOptionRequest option = new VanillaOptionRequest().spot(100.0).strike(105.0).rate(0.05).volatility(0.2).time(1.0).optionType(VanillaOptionRequest.OptionTypeEnum.PUT);
    PriceResponseEnvelope priced = vanilla.priceOption(option, null, null, null);
    System.out.println(priced.getData().getPrice() + " " + priced.getMeta().getManifest().getPricerId());

    VanillaCall call = new VanillaCall().type(VanillaCall.TypeEnum.VANILLA_CALL).underlying("SPX").strike(105.0).expiry(java.time.LocalDate.of(2027, 1, 5));
    Negated sold = new Negated().type(Negated.TypeEnum.NEGATED).spec(new ContractSpec(call));
    System.out.println(new ContractDslApi(client).describeContract(new ContractDescribeRequest().contract(new ContractSpec(sold)), null, null, null).getData().getDescription());

    try {
      vanilla.priceOption(option.spot(-1.0), null, null, null);
    } catch (ApiException refused) {
      System.out.println(refused.getCode() + " " + refused.getResponseBody().contains("SVC-REQ-001"));
    }
  }
}
