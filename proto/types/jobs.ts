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
import type { BeginJobRequest as _svc_jobs_v1_BeginJobRequest, BeginJobRequest__Output as _svc_jobs_v1_BeginJobRequest__Output } from './svc/jobs/v1/BeginJobRequest.js';
import type { BlockAttempt as _svc_jobs_v1_BlockAttempt, BlockAttempt__Output as _svc_jobs_v1_BlockAttempt__Output } from './svc/jobs/v1/BlockAttempt.js';
import type { CancelJobRequest as _svc_jobs_v1_CancelJobRequest, CancelJobRequest__Output as _svc_jobs_v1_CancelJobRequest__Output } from './svc/jobs/v1/CancelJobRequest.js';
import type { ClaimJobRequest as _svc_jobs_v1_ClaimJobRequest, ClaimJobRequest__Output as _svc_jobs_v1_ClaimJobRequest__Output } from './svc/jobs/v1/ClaimJobRequest.js';
import type { ExpireJobRequest as _svc_jobs_v1_ExpireJobRequest, ExpireJobRequest__Output as _svc_jobs_v1_ExpireJobRequest__Output } from './svc/jobs/v1/ExpireJobRequest.js';
import type { FinishBlockRequest as _svc_jobs_v1_FinishBlockRequest, FinishBlockRequest__Output as _svc_jobs_v1_FinishBlockRequest__Output } from './svc/jobs/v1/FinishBlockRequest.js';
import type { FinishJobRequest as _svc_jobs_v1_FinishJobRequest, FinishJobRequest__Output as _svc_jobs_v1_FinishJobRequest__Output } from './svc/jobs/v1/FinishJobRequest.js';
import type { GetJobRequest as _svc_jobs_v1_GetJobRequest, GetJobRequest__Output as _svc_jobs_v1_GetJobRequest__Output } from './svc/jobs/v1/GetJobRequest.js';
import type { Job as _svc_jobs_v1_Job, Job__Output as _svc_jobs_v1_Job__Output } from './svc/jobs/v1/Job.js';
import type { JobBlock as _svc_jobs_v1_JobBlock, JobBlock__Output as _svc_jobs_v1_JobBlock__Output } from './svc/jobs/v1/JobBlock.js';
import type { JobBlocks as _svc_jobs_v1_JobBlocks, JobBlocks__Output as _svc_jobs_v1_JobBlocks__Output } from './svc/jobs/v1/JobBlocks.js';
import type { JobClaim as _svc_jobs_v1_JobClaim, JobClaim__Output as _svc_jobs_v1_JobClaim__Output } from './svc/jobs/v1/JobClaim.js';
import type { JobError as _svc_jobs_v1_JobError, JobError__Output as _svc_jobs_v1_JobError__Output } from './svc/jobs/v1/JobError.js';
import type { JobNotification as _svc_jobs_v1_JobNotification, JobNotification__Output as _svc_jobs_v1_JobNotification__Output } from './svc/jobs/v1/JobNotification.js';
import type { JobSplit as _svc_jobs_v1_JobSplit, JobSplit__Output as _svc_jobs_v1_JobSplit__Output } from './svc/jobs/v1/JobSplit.js';
import type { JobsClient as _svc_jobs_v1_JobsClient, JobsDefinition as _svc_jobs_v1_JobsDefinition } from './svc/jobs/v1/Jobs.js';
import type { ReadJobBlocksRequest as _svc_jobs_v1_ReadJobBlocksRequest, ReadJobBlocksRequest__Output as _svc_jobs_v1_ReadJobBlocksRequest__Output } from './svc/jobs/v1/ReadJobBlocksRequest.js';
import type { RenewJobRequest as _svc_jobs_v1_RenewJobRequest, RenewJobRequest__Output as _svc_jobs_v1_RenewJobRequest__Output } from './svc/jobs/v1/RenewJobRequest.js';
import type { ReportWorkerRequest as _svc_jobs_v1_ReportWorkerRequest, ReportWorkerRequest__Output as _svc_jobs_v1_ReportWorkerRequest__Output } from './svc/jobs/v1/ReportWorkerRequest.js';
import type { SplitJobRequest as _svc_jobs_v1_SplitJobRequest, SplitJobRequest__Output as _svc_jobs_v1_SplitJobRequest__Output } from './svc/jobs/v1/SplitJobRequest.js';
import type { SubmitJobRequest as _svc_jobs_v1_SubmitJobRequest, SubmitJobRequest__Output as _svc_jobs_v1_SubmitJobRequest__Output } from './svc/jobs/v1/SubmitJobRequest.js';
import type { SystemReport as _svc_jobs_v1_SystemReport, SystemReport__Output as _svc_jobs_v1_SystemReport__Output } from './svc/jobs/v1/SystemReport.js';
import type { Worker as _svc_jobs_v1_Worker, Worker__Output as _svc_jobs_v1_Worker__Output } from './svc/jobs/v1/Worker.js';

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
    jobs: {
      v1: {
        BeginJobRequest: MessageTypeDefinition<_svc_jobs_v1_BeginJobRequest, _svc_jobs_v1_BeginJobRequest__Output>
        BlockAttempt: MessageTypeDefinition<_svc_jobs_v1_BlockAttempt, _svc_jobs_v1_BlockAttempt__Output>
        CancelJobRequest: MessageTypeDefinition<_svc_jobs_v1_CancelJobRequest, _svc_jobs_v1_CancelJobRequest__Output>
        ClaimJobRequest: MessageTypeDefinition<_svc_jobs_v1_ClaimJobRequest, _svc_jobs_v1_ClaimJobRequest__Output>
        ExpireJobRequest: MessageTypeDefinition<_svc_jobs_v1_ExpireJobRequest, _svc_jobs_v1_ExpireJobRequest__Output>
        FinishBlockRequest: MessageTypeDefinition<_svc_jobs_v1_FinishBlockRequest, _svc_jobs_v1_FinishBlockRequest__Output>
        FinishJobRequest: MessageTypeDefinition<_svc_jobs_v1_FinishJobRequest, _svc_jobs_v1_FinishJobRequest__Output>
        GetJobRequest: MessageTypeDefinition<_svc_jobs_v1_GetJobRequest, _svc_jobs_v1_GetJobRequest__Output>
        Job: MessageTypeDefinition<_svc_jobs_v1_Job, _svc_jobs_v1_Job__Output>
        JobBlock: MessageTypeDefinition<_svc_jobs_v1_JobBlock, _svc_jobs_v1_JobBlock__Output>
        JobBlocks: MessageTypeDefinition<_svc_jobs_v1_JobBlocks, _svc_jobs_v1_JobBlocks__Output>
        JobClaim: MessageTypeDefinition<_svc_jobs_v1_JobClaim, _svc_jobs_v1_JobClaim__Output>
        JobError: MessageTypeDefinition<_svc_jobs_v1_JobError, _svc_jobs_v1_JobError__Output>
        JobNotification: MessageTypeDefinition<_svc_jobs_v1_JobNotification, _svc_jobs_v1_JobNotification__Output>
        JobSplit: MessageTypeDefinition<_svc_jobs_v1_JobSplit, _svc_jobs_v1_JobSplit__Output>
        Jobs: SubtypeConstructor<typeof grpc.Client, _svc_jobs_v1_JobsClient> & { service: _svc_jobs_v1_JobsDefinition }
        ReadJobBlocksRequest: MessageTypeDefinition<_svc_jobs_v1_ReadJobBlocksRequest, _svc_jobs_v1_ReadJobBlocksRequest__Output>
        RenewJobRequest: MessageTypeDefinition<_svc_jobs_v1_RenewJobRequest, _svc_jobs_v1_RenewJobRequest__Output>
        ReportWorkerRequest: MessageTypeDefinition<_svc_jobs_v1_ReportWorkerRequest, _svc_jobs_v1_ReportWorkerRequest__Output>
        SplitJobRequest: MessageTypeDefinition<_svc_jobs_v1_SplitJobRequest, _svc_jobs_v1_SplitJobRequest__Output>
        SubmitJobRequest: MessageTypeDefinition<_svc_jobs_v1_SubmitJobRequest, _svc_jobs_v1_SubmitJobRequest__Output>
        SystemReport: MessageTypeDefinition<_svc_jobs_v1_SystemReport, _svc_jobs_v1_SystemReport__Output>
        Worker: MessageTypeDefinition<_svc_jobs_v1_Worker, _svc_jobs_v1_Worker__Output>
      }
    }
  }
}

