// Original file: proto/pricing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribeContractReply as _svc_pricing_v1_DescribeContractReply, DescribeContractReply__Output as _svc_pricing_v1_DescribeContractReply__Output } from '../../../svc/pricing/v1/DescribeContractReply.js';
import type { DescribeContractRequest as _svc_pricing_v1_DescribeContractRequest, DescribeContractRequest__Output as _svc_pricing_v1_DescribeContractRequest__Output } from '../../../svc/pricing/v1/DescribeContractRequest.js';
import type { ImpliedVolatilityReply as _svc_pricing_v1_ImpliedVolatilityReply, ImpliedVolatilityReply__Output as _svc_pricing_v1_ImpliedVolatilityReply__Output } from '../../../svc/pricing/v1/ImpliedVolatilityReply.js';
import type { ImpliedVolatilityRequest as _svc_pricing_v1_ImpliedVolatilityRequest, ImpliedVolatilityRequest__Output as _svc_pricing_v1_ImpliedVolatilityRequest__Output } from '../../../svc/pricing/v1/ImpliedVolatilityRequest.js';
import type { ListPricersRequest as _svc_pricing_v1_ListPricersRequest, ListPricersRequest__Output as _svc_pricing_v1_ListPricersRequest__Output } from '../../../svc/pricing/v1/ListPricersRequest.js';
import type { OptionBatch as _svc_pricing_v1_OptionBatch, OptionBatch__Output as _svc_pricing_v1_OptionBatch__Output } from '../../../svc/pricing/v1/OptionBatch.js';
import type { OptionResults as _svc_pricing_v1_OptionResults, OptionResults__Output as _svc_pricing_v1_OptionResults__Output } from '../../../svc/pricing/v1/OptionResults.js';
import type { PricerCatalogue as _svc_pricing_v1_PricerCatalogue, PricerCatalogue__Output as _svc_pricing_v1_PricerCatalogue__Output } from '../../../svc/pricing/v1/PricerCatalogue.js';
import type { VanillaBatch as _svc_pricing_v1_VanillaBatch, VanillaBatch__Output as _svc_pricing_v1_VanillaBatch__Output } from '../../../svc/pricing/v1/VanillaBatch.js';
import type { VanillaGreeks as _svc_pricing_v1_VanillaGreeks, VanillaGreeks__Output as _svc_pricing_v1_VanillaGreeks__Output } from '../../../svc/pricing/v1/VanillaGreeks.js';
import type { VanillaGreeksBatch as _svc_pricing_v1_VanillaGreeksBatch, VanillaGreeksBatch__Output as _svc_pricing_v1_VanillaGreeksBatch__Output } from '../../../svc/pricing/v1/VanillaGreeksBatch.js';
import type { VanillaPrice as _svc_pricing_v1_VanillaPrice, VanillaPrice__Output as _svc_pricing_v1_VanillaPrice__Output } from '../../../svc/pricing/v1/VanillaPrice.js';
import type { VanillaPriceBatch as _svc_pricing_v1_VanillaPriceBatch, VanillaPriceBatch__Output as _svc_pricing_v1_VanillaPriceBatch__Output } from '../../../svc/pricing/v1/VanillaPriceBatch.js';
import type { VanillaRequest as _svc_pricing_v1_VanillaRequest, VanillaRequest__Output as _svc_pricing_v1_VanillaRequest__Output } from '../../../svc/pricing/v1/VanillaRequest.js';

export interface PricingClient extends grpc.Client {
  DescribeContract(argument: _svc_pricing_v1_DescribeContractRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  DescribeContract(argument: _svc_pricing_v1_DescribeContractRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  DescribeContract(argument: _svc_pricing_v1_DescribeContractRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  DescribeContract(argument: _svc_pricing_v1_DescribeContractRequest, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  describeContract(argument: _svc_pricing_v1_DescribeContractRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  describeContract(argument: _svc_pricing_v1_DescribeContractRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  describeContract(argument: _svc_pricing_v1_DescribeContractRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  describeContract(argument: _svc_pricing_v1_DescribeContractRequest, callback: grpc.requestCallback<_svc_pricing_v1_DescribeContractReply__Output>): grpc.ClientUnaryCall;
  
  GreeksOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  GreeksOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  GreeksOptions(argument: _svc_pricing_v1_OptionBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  GreeksOptions(argument: _svc_pricing_v1_OptionBatch, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  greeksOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  greeksOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  greeksOptions(argument: _svc_pricing_v1_OptionBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  greeksOptions(argument: _svc_pricing_v1_OptionBatch, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  
  GreeksVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  GreeksVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  GreeksVanilla(argument: _svc_pricing_v1_VanillaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  GreeksVanilla(argument: _svc_pricing_v1_VanillaRequest, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  greeksVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  greeksVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  greeksVanilla(argument: _svc_pricing_v1_VanillaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  greeksVanilla(argument: _svc_pricing_v1_VanillaRequest, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeks__Output>): grpc.ClientUnaryCall;
  
  GreeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  GreeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  GreeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  GreeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  greeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  greeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  greeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  greeksVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, callback: grpc.requestCallback<_svc_pricing_v1_VanillaGreeksBatch__Output>): grpc.ClientUnaryCall;
  
  ImpliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  ImpliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  ImpliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  ImpliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  impliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  impliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  impliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  impliedVolatility(argument: _svc_pricing_v1_ImpliedVolatilityRequest, callback: grpc.requestCallback<_svc_pricing_v1_ImpliedVolatilityReply__Output>): grpc.ClientUnaryCall;
  
  ListPricers(argument: _svc_pricing_v1_ListPricersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  ListPricers(argument: _svc_pricing_v1_ListPricersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  ListPricers(argument: _svc_pricing_v1_ListPricersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  ListPricers(argument: _svc_pricing_v1_ListPricersRequest, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  listPricers(argument: _svc_pricing_v1_ListPricersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  listPricers(argument: _svc_pricing_v1_ListPricersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  listPricers(argument: _svc_pricing_v1_ListPricersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  listPricers(argument: _svc_pricing_v1_ListPricersRequest, callback: grpc.requestCallback<_svc_pricing_v1_PricerCatalogue__Output>): grpc.ClientUnaryCall;
  
  PriceOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  PriceOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  PriceOptions(argument: _svc_pricing_v1_OptionBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  PriceOptions(argument: _svc_pricing_v1_OptionBatch, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  priceOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  priceOptions(argument: _svc_pricing_v1_OptionBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  priceOptions(argument: _svc_pricing_v1_OptionBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  priceOptions(argument: _svc_pricing_v1_OptionBatch, callback: grpc.requestCallback<_svc_pricing_v1_OptionResults__Output>): grpc.ClientUnaryCall;
  
  PriceVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  PriceVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  PriceVanilla(argument: _svc_pricing_v1_VanillaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  PriceVanilla(argument: _svc_pricing_v1_VanillaRequest, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  priceVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  priceVanilla(argument: _svc_pricing_v1_VanillaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  priceVanilla(argument: _svc_pricing_v1_VanillaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  priceVanilla(argument: _svc_pricing_v1_VanillaRequest, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPrice__Output>): grpc.ClientUnaryCall;
  
  PriceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  PriceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  PriceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  PriceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  priceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  priceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  priceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  priceVanillaBatch(argument: _svc_pricing_v1_VanillaBatch, callback: grpc.requestCallback<_svc_pricing_v1_VanillaPriceBatch__Output>): grpc.ClientUnaryCall;
  
}

export interface PricingHandlers extends grpc.UntypedServiceImplementation {
  DescribeContract: grpc.handleUnaryCall<_svc_pricing_v1_DescribeContractRequest__Output, _svc_pricing_v1_DescribeContractReply>;
  
  GreeksOptions: grpc.handleUnaryCall<_svc_pricing_v1_OptionBatch__Output, _svc_pricing_v1_OptionResults>;
  
  GreeksVanilla: grpc.handleUnaryCall<_svc_pricing_v1_VanillaRequest__Output, _svc_pricing_v1_VanillaGreeks>;
  
  GreeksVanillaBatch: grpc.handleUnaryCall<_svc_pricing_v1_VanillaBatch__Output, _svc_pricing_v1_VanillaGreeksBatch>;
  
  ImpliedVolatility: grpc.handleUnaryCall<_svc_pricing_v1_ImpliedVolatilityRequest__Output, _svc_pricing_v1_ImpliedVolatilityReply>;
  
  ListPricers: grpc.handleUnaryCall<_svc_pricing_v1_ListPricersRequest__Output, _svc_pricing_v1_PricerCatalogue>;
  
  PriceOptions: grpc.handleUnaryCall<_svc_pricing_v1_OptionBatch__Output, _svc_pricing_v1_OptionResults>;
  
  PriceVanilla: grpc.handleUnaryCall<_svc_pricing_v1_VanillaRequest__Output, _svc_pricing_v1_VanillaPrice>;
  
  PriceVanillaBatch: grpc.handleUnaryCall<_svc_pricing_v1_VanillaBatch__Output, _svc_pricing_v1_VanillaPriceBatch>;
  
}

export interface PricingDefinition extends grpc.ServiceDefinition {
  DescribeContract: MethodDefinition<_svc_pricing_v1_DescribeContractRequest, _svc_pricing_v1_DescribeContractReply, _svc_pricing_v1_DescribeContractRequest__Output, _svc_pricing_v1_DescribeContractReply__Output>
  GreeksOptions: MethodDefinition<_svc_pricing_v1_OptionBatch, _svc_pricing_v1_OptionResults, _svc_pricing_v1_OptionBatch__Output, _svc_pricing_v1_OptionResults__Output>
  GreeksVanilla: MethodDefinition<_svc_pricing_v1_VanillaRequest, _svc_pricing_v1_VanillaGreeks, _svc_pricing_v1_VanillaRequest__Output, _svc_pricing_v1_VanillaGreeks__Output>
  GreeksVanillaBatch: MethodDefinition<_svc_pricing_v1_VanillaBatch, _svc_pricing_v1_VanillaGreeksBatch, _svc_pricing_v1_VanillaBatch__Output, _svc_pricing_v1_VanillaGreeksBatch__Output>
  ImpliedVolatility: MethodDefinition<_svc_pricing_v1_ImpliedVolatilityRequest, _svc_pricing_v1_ImpliedVolatilityReply, _svc_pricing_v1_ImpliedVolatilityRequest__Output, _svc_pricing_v1_ImpliedVolatilityReply__Output>
  ListPricers: MethodDefinition<_svc_pricing_v1_ListPricersRequest, _svc_pricing_v1_PricerCatalogue, _svc_pricing_v1_ListPricersRequest__Output, _svc_pricing_v1_PricerCatalogue__Output>
  PriceOptions: MethodDefinition<_svc_pricing_v1_OptionBatch, _svc_pricing_v1_OptionResults, _svc_pricing_v1_OptionBatch__Output, _svc_pricing_v1_OptionResults__Output>
  PriceVanilla: MethodDefinition<_svc_pricing_v1_VanillaRequest, _svc_pricing_v1_VanillaPrice, _svc_pricing_v1_VanillaRequest__Output, _svc_pricing_v1_VanillaPrice__Output>
  PriceVanillaBatch: MethodDefinition<_svc_pricing_v1_VanillaBatch, _svc_pricing_v1_VanillaPriceBatch, _svc_pricing_v1_VanillaBatch__Output, _svc_pricing_v1_VanillaPriceBatch__Output>
}
