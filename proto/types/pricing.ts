import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Call as _svc_common_v1_Call, Call__Output as _svc_common_v1_Call__Output } from './svc/common/v1/Call.js';
import type { CallBatch as _svc_common_v1_CallBatch, CallBatch__Output as _svc_common_v1_CallBatch__Output } from './svc/common/v1/CallBatch.js';
import type { Caller as _svc_common_v1_Caller, Caller__Output as _svc_common_v1_Caller__Output } from './svc/common/v1/Caller.js';
import type { ClaimState as _svc_common_v1_ClaimState, ClaimState__Output as _svc_common_v1_ClaimState__Output } from './svc/common/v1/ClaimState.js';
import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from './svc/common/v1/ComputedBlock.js';
import type { Document as _svc_common_v1_Document, Document__Output as _svc_common_v1_Document__Output } from './svc/common/v1/Document.js';
import type { DocumentPage as _svc_common_v1_DocumentPage, DocumentPage__Output as _svc_common_v1_DocumentPage__Output } from './svc/common/v1/DocumentPage.js';
import type { Documents as _svc_common_v1_Documents, Documents__Output as _svc_common_v1_Documents__Output } from './svc/common/v1/Documents.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from './svc/common/v1/Empty.js';
import type { ExchangeClient as _svc_common_v1_ExchangeClient, ExchangeDefinition as _svc_common_v1_ExchangeDefinition } from './svc/common/v1/Exchange.js';
import type { Failure as _svc_common_v1_Failure, Failure__Output as _svc_common_v1_Failure__Output } from './svc/common/v1/Failure.js';
import type { Fault as _svc_common_v1_Fault, Fault__Output as _svc_common_v1_Fault__Output } from './svc/common/v1/Fault.js';
import type { Manifest as _svc_common_v1_Manifest, Manifest__Output as _svc_common_v1_Manifest__Output } from './svc/common/v1/Manifest.js';
import type { ProcessClient as _svc_common_v1_ProcessClient, ProcessDefinition as _svc_common_v1_ProcessDefinition } from './svc/common/v1/Process.js';
import type { ProcessReport as _svc_common_v1_ProcessReport, ProcessReport__Output as _svc_common_v1_ProcessReport__Output } from './svc/common/v1/ProcessReport.js';
import type { Reply as _svc_common_v1_Reply, Reply__Output as _svc_common_v1_Reply__Output } from './svc/common/v1/Reply.js';
import type { ReplyBatch as _svc_common_v1_ReplyBatch, ReplyBatch__Output as _svc_common_v1_ReplyBatch__Output } from './svc/common/v1/ReplyBatch.js';
import type { StatusInForce as _svc_common_v1_StatusInForce, StatusInForce__Output as _svc_common_v1_StatusInForce__Output } from './svc/common/v1/StatusInForce.js';
import type { DescribeContractReply as _svc_pricing_v1_DescribeContractReply, DescribeContractReply__Output as _svc_pricing_v1_DescribeContractReply__Output } from './svc/pricing/v1/DescribeContractReply.js';
import type { DescribeContractRequest as _svc_pricing_v1_DescribeContractRequest, DescribeContractRequest__Output as _svc_pricing_v1_DescribeContractRequest__Output } from './svc/pricing/v1/DescribeContractRequest.js';
import type { Greeks as _svc_pricing_v1_Greeks, Greeks__Output as _svc_pricing_v1_Greeks__Output } from './svc/pricing/v1/Greeks.js';
import type { ImpliedVolatilityReply as _svc_pricing_v1_ImpliedVolatilityReply, ImpliedVolatilityReply__Output as _svc_pricing_v1_ImpliedVolatilityReply__Output } from './svc/pricing/v1/ImpliedVolatilityReply.js';
import type { ImpliedVolatilityRequest as _svc_pricing_v1_ImpliedVolatilityRequest, ImpliedVolatilityRequest__Output as _svc_pricing_v1_ImpliedVolatilityRequest__Output } from './svc/pricing/v1/ImpliedVolatilityRequest.js';
import type { ListPricersRequest as _svc_pricing_v1_ListPricersRequest, ListPricersRequest__Output as _svc_pricing_v1_ListPricersRequest__Output } from './svc/pricing/v1/ListPricersRequest.js';
import type { OptionBatch as _svc_pricing_v1_OptionBatch, OptionBatch__Output as _svc_pricing_v1_OptionBatch__Output } from './svc/pricing/v1/OptionBatch.js';
import type { OptionResults as _svc_pricing_v1_OptionResults, OptionResults__Output as _svc_pricing_v1_OptionResults__Output } from './svc/pricing/v1/OptionResults.js';
import type { Pricer as _svc_pricing_v1_Pricer, Pricer__Output as _svc_pricing_v1_Pricer__Output } from './svc/pricing/v1/Pricer.js';
import type { PricerCatalogue as _svc_pricing_v1_PricerCatalogue, PricerCatalogue__Output as _svc_pricing_v1_PricerCatalogue__Output } from './svc/pricing/v1/PricerCatalogue.js';
import type { PricingClient as _svc_pricing_v1_PricingClient, PricingDefinition as _svc_pricing_v1_PricingDefinition } from './svc/pricing/v1/Pricing.js';
import type { RowFailure as _svc_pricing_v1_RowFailure, RowFailure__Output as _svc_pricing_v1_RowFailure__Output } from './svc/pricing/v1/RowFailure.js';
import type { VanillaBatch as _svc_pricing_v1_VanillaBatch, VanillaBatch__Output as _svc_pricing_v1_VanillaBatch__Output } from './svc/pricing/v1/VanillaBatch.js';
import type { VanillaGreeks as _svc_pricing_v1_VanillaGreeks, VanillaGreeks__Output as _svc_pricing_v1_VanillaGreeks__Output } from './svc/pricing/v1/VanillaGreeks.js';
import type { VanillaGreeksBatch as _svc_pricing_v1_VanillaGreeksBatch, VanillaGreeksBatch__Output as _svc_pricing_v1_VanillaGreeksBatch__Output } from './svc/pricing/v1/VanillaGreeksBatch.js';
import type { VanillaPrice as _svc_pricing_v1_VanillaPrice, VanillaPrice__Output as _svc_pricing_v1_VanillaPrice__Output } from './svc/pricing/v1/VanillaPrice.js';
import type { VanillaPriceBatch as _svc_pricing_v1_VanillaPriceBatch, VanillaPriceBatch__Output as _svc_pricing_v1_VanillaPriceBatch__Output } from './svc/pricing/v1/VanillaPriceBatch.js';
import type { VanillaRequest as _svc_pricing_v1_VanillaRequest, VanillaRequest__Output as _svc_pricing_v1_VanillaRequest__Output } from './svc/pricing/v1/VanillaRequest.js';
import type { VanillaTerms as _svc_pricing_v1_VanillaTerms, VanillaTerms__Output as _svc_pricing_v1_VanillaTerms__Output } from './svc/pricing/v1/VanillaTerms.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    common: {
      v1: {
        Call: MessageTypeDefinition<_svc_common_v1_Call, _svc_common_v1_Call__Output>
        CallBatch: MessageTypeDefinition<_svc_common_v1_CallBatch, _svc_common_v1_CallBatch__Output>
        Caller: MessageTypeDefinition<_svc_common_v1_Caller, _svc_common_v1_Caller__Output>
        ClaimState: MessageTypeDefinition<_svc_common_v1_ClaimState, _svc_common_v1_ClaimState__Output>
        ComputedBlock: MessageTypeDefinition<_svc_common_v1_ComputedBlock, _svc_common_v1_ComputedBlock__Output>
        Document: MessageTypeDefinition<_svc_common_v1_Document, _svc_common_v1_Document__Output>
        DocumentPage: MessageTypeDefinition<_svc_common_v1_DocumentPage, _svc_common_v1_DocumentPage__Output>
        Documents: MessageTypeDefinition<_svc_common_v1_Documents, _svc_common_v1_Documents__Output>
        Empty: MessageTypeDefinition<_svc_common_v1_Empty, _svc_common_v1_Empty__Output>
        Exchange: SubtypeConstructor<typeof grpc.Client, _svc_common_v1_ExchangeClient> & { service: _svc_common_v1_ExchangeDefinition }
        Failure: MessageTypeDefinition<_svc_common_v1_Failure, _svc_common_v1_Failure__Output>
        Fault: MessageTypeDefinition<_svc_common_v1_Fault, _svc_common_v1_Fault__Output>
        Manifest: MessageTypeDefinition<_svc_common_v1_Manifest, _svc_common_v1_Manifest__Output>
        Process: SubtypeConstructor<typeof grpc.Client, _svc_common_v1_ProcessClient> & { service: _svc_common_v1_ProcessDefinition }
        ProcessReport: MessageTypeDefinition<_svc_common_v1_ProcessReport, _svc_common_v1_ProcessReport__Output>
        Reply: MessageTypeDefinition<_svc_common_v1_Reply, _svc_common_v1_Reply__Output>
        ReplyBatch: MessageTypeDefinition<_svc_common_v1_ReplyBatch, _svc_common_v1_ReplyBatch__Output>
        StatusInForce: MessageTypeDefinition<_svc_common_v1_StatusInForce, _svc_common_v1_StatusInForce__Output>
      }
    }
    pricing: {
      v1: {
        DescribeContractReply: MessageTypeDefinition<_svc_pricing_v1_DescribeContractReply, _svc_pricing_v1_DescribeContractReply__Output>
        DescribeContractRequest: MessageTypeDefinition<_svc_pricing_v1_DescribeContractRequest, _svc_pricing_v1_DescribeContractRequest__Output>
        Greeks: MessageTypeDefinition<_svc_pricing_v1_Greeks, _svc_pricing_v1_Greeks__Output>
        ImpliedVolatilityReply: MessageTypeDefinition<_svc_pricing_v1_ImpliedVolatilityReply, _svc_pricing_v1_ImpliedVolatilityReply__Output>
        ImpliedVolatilityRequest: MessageTypeDefinition<_svc_pricing_v1_ImpliedVolatilityRequest, _svc_pricing_v1_ImpliedVolatilityRequest__Output>
        ListPricersRequest: MessageTypeDefinition<_svc_pricing_v1_ListPricersRequest, _svc_pricing_v1_ListPricersRequest__Output>
        OptionBatch: MessageTypeDefinition<_svc_pricing_v1_OptionBatch, _svc_pricing_v1_OptionBatch__Output>
        OptionResults: MessageTypeDefinition<_svc_pricing_v1_OptionResults, _svc_pricing_v1_OptionResults__Output>
        Pricer: MessageTypeDefinition<_svc_pricing_v1_Pricer, _svc_pricing_v1_Pricer__Output>
        PricerCatalogue: MessageTypeDefinition<_svc_pricing_v1_PricerCatalogue, _svc_pricing_v1_PricerCatalogue__Output>
        Pricing: SubtypeConstructor<typeof grpc.Client, _svc_pricing_v1_PricingClient> & { service: _svc_pricing_v1_PricingDefinition }
        RowFailure: MessageTypeDefinition<_svc_pricing_v1_RowFailure, _svc_pricing_v1_RowFailure__Output>
        VanillaBatch: MessageTypeDefinition<_svc_pricing_v1_VanillaBatch, _svc_pricing_v1_VanillaBatch__Output>
        VanillaGreeks: MessageTypeDefinition<_svc_pricing_v1_VanillaGreeks, _svc_pricing_v1_VanillaGreeks__Output>
        VanillaGreeksBatch: MessageTypeDefinition<_svc_pricing_v1_VanillaGreeksBatch, _svc_pricing_v1_VanillaGreeksBatch__Output>
        VanillaPrice: MessageTypeDefinition<_svc_pricing_v1_VanillaPrice, _svc_pricing_v1_VanillaPrice__Output>
        VanillaPriceBatch: MessageTypeDefinition<_svc_pricing_v1_VanillaPriceBatch, _svc_pricing_v1_VanillaPriceBatch__Output>
        VanillaRequest: MessageTypeDefinition<_svc_pricing_v1_VanillaRequest, _svc_pricing_v1_VanillaRequest__Output>
        VanillaTerms: MessageTypeDefinition<_svc_pricing_v1_VanillaTerms, _svc_pricing_v1_VanillaTerms__Output>
      }
    }
  }
}

