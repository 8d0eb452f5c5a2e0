import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccessClient as _svc_access_v1_AccessClient, AccessDefinition as _svc_access_v1_AccessDefinition } from './svc/access/v1/Access.js';
import type { AddComputeTimeRequest as _svc_access_v1_AddComputeTimeRequest, AddComputeTimeRequest__Output as _svc_access_v1_AddComputeTimeRequest__Output } from './svc/access/v1/AddComputeTimeRequest.js';
import type { AddUsageRequest as _svc_access_v1_AddUsageRequest, AddUsageRequest__Output as _svc_access_v1_AddUsageRequest__Output } from './svc/access/v1/AddUsageRequest.js';
import type { AdministrationList as _svc_access_v1_AdministrationList, AdministrationList__Output as _svc_access_v1_AdministrationList__Output } from './svc/access/v1/AdministrationList.js';
import type { AdministrationRequest as _svc_access_v1_AdministrationRequest, AdministrationRequest__Output as _svc_access_v1_AdministrationRequest__Output } from './svc/access/v1/AdministrationRequest.js';
import type { EndSessionRequest as _svc_access_v1_EndSessionRequest, EndSessionRequest__Output as _svc_access_v1_EndSessionRequest__Output } from './svc/access/v1/EndSessionRequest.js';
import type { FindKeyRequest as _svc_access_v1_FindKeyRequest, FindKeyRequest__Output as _svc_access_v1_FindKeyRequest__Output } from './svc/access/v1/FindKeyRequest.js';
import type { FindSessionRequest as _svc_access_v1_FindSessionRequest, FindSessionRequest__Output as _svc_access_v1_FindSessionRequest__Output } from './svc/access/v1/FindSessionRequest.js';
import type { GetUsageRequest as _svc_access_v1_GetUsageRequest, GetUsageRequest__Output as _svc_access_v1_GetUsageRequest__Output } from './svc/access/v1/GetUsageRequest.js';
import type { Issued as _svc_access_v1_Issued, Issued__Output as _svc_access_v1_Issued__Output } from './svc/access/v1/Issued.js';
import type { KeyRecord as _svc_access_v1_KeyRecord, KeyRecord__Output as _svc_access_v1_KeyRecord__Output } from './svc/access/v1/KeyRecord.js';
import type { Reservation as _svc_access_v1_Reservation, Reservation__Output as _svc_access_v1_Reservation__Output } from './svc/access/v1/Reservation.js';
import type { ReserveRequestsRequest as _svc_access_v1_ReserveRequestsRequest, ReserveRequestsRequest__Output as _svc_access_v1_ReserveRequestsRequest__Output } from './svc/access/v1/ReserveRequestsRequest.js';
import type { SessionRecord as _svc_access_v1_SessionRecord, SessionRecord__Output as _svc_access_v1_SessionRecord__Output } from './svc/access/v1/SessionRecord.js';
import type { StoredCount as _svc_access_v1_StoredCount, StoredCount__Output as _svc_access_v1_StoredCount__Output } from './svc/access/v1/StoredCount.js';
import type { UsageDay as _svc_access_v1_UsageDay, UsageDay__Output as _svc_access_v1_UsageDay__Output } from './svc/access/v1/UsageDay.js';
import type { UsagePart as _svc_access_v1_UsagePart, UsagePart__Output as _svc_access_v1_UsagePart__Output } from './svc/access/v1/UsagePart.js';
import type { UsageReport as _svc_access_v1_UsageReport, UsageReport__Output as _svc_access_v1_UsageReport__Output } from './svc/access/v1/UsageReport.js';
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

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    access: {
      v1: {
        Access: SubtypeConstructor<typeof grpc.Client, _svc_access_v1_AccessClient> & { service: _svc_access_v1_AccessDefinition }
        AddComputeTimeRequest: MessageTypeDefinition<_svc_access_v1_AddComputeTimeRequest, _svc_access_v1_AddComputeTimeRequest__Output>
        AddUsageRequest: MessageTypeDefinition<_svc_access_v1_AddUsageRequest, _svc_access_v1_AddUsageRequest__Output>
        AdministrationList: MessageTypeDefinition<_svc_access_v1_AdministrationList, _svc_access_v1_AdministrationList__Output>
        AdministrationRequest: MessageTypeDefinition<_svc_access_v1_AdministrationRequest, _svc_access_v1_AdministrationRequest__Output>
        EndSessionRequest: MessageTypeDefinition<_svc_access_v1_EndSessionRequest, _svc_access_v1_EndSessionRequest__Output>
        FindKeyRequest: MessageTypeDefinition<_svc_access_v1_FindKeyRequest, _svc_access_v1_FindKeyRequest__Output>
        FindSessionRequest: MessageTypeDefinition<_svc_access_v1_FindSessionRequest, _svc_access_v1_FindSessionRequest__Output>
        GetUsageRequest: MessageTypeDefinition<_svc_access_v1_GetUsageRequest, _svc_access_v1_GetUsageRequest__Output>
        Issued: MessageTypeDefinition<_svc_access_v1_Issued, _svc_access_v1_Issued__Output>
        KeyRecord: MessageTypeDefinition<_svc_access_v1_KeyRecord, _svc_access_v1_KeyRecord__Output>
        Reservation: MessageTypeDefinition<_svc_access_v1_Reservation, _svc_access_v1_Reservation__Output>
        ReserveRequestsRequest: MessageTypeDefinition<_svc_access_v1_ReserveRequestsRequest, _svc_access_v1_ReserveRequestsRequest__Output>
        SessionRecord: MessageTypeDefinition<_svc_access_v1_SessionRecord, _svc_access_v1_SessionRecord__Output>
        StoredCount: MessageTypeDefinition<_svc_access_v1_StoredCount, _svc_access_v1_StoredCount__Output>
        UsageDay: MessageTypeDefinition<_svc_access_v1_UsageDay, _svc_access_v1_UsageDay__Output>
        UsagePart: MessageTypeDefinition<_svc_access_v1_UsagePart, _svc_access_v1_UsagePart__Output>
        UsageReport: MessageTypeDefinition<_svc_access_v1_UsageReport, _svc_access_v1_UsageReport__Output>
      }
    }
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
  }
}

