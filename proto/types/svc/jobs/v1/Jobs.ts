// Original file: proto/jobs.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BeginJobRequest as _svc_jobs_v1_BeginJobRequest, BeginJobRequest__Output as _svc_jobs_v1_BeginJobRequest__Output } from '../../../svc/jobs/v1/BeginJobRequest.js';
import type { CancelJobRequest as _svc_jobs_v1_CancelJobRequest, CancelJobRequest__Output as _svc_jobs_v1_CancelJobRequest__Output } from '../../../svc/jobs/v1/CancelJobRequest.js';
import type { ClaimJobRequest as _svc_jobs_v1_ClaimJobRequest, ClaimJobRequest__Output as _svc_jobs_v1_ClaimJobRequest__Output } from '../../../svc/jobs/v1/ClaimJobRequest.js';
import type { ClaimState as _svc_common_v1_ClaimState, ClaimState__Output as _svc_common_v1_ClaimState__Output } from '../../../svc/common/v1/ClaimState.js';
import type { Empty as _svc_common_v1_Empty, Empty__Output as _svc_common_v1_Empty__Output } from '../../../svc/common/v1/Empty.js';
import type { ExpireJobRequest as _svc_jobs_v1_ExpireJobRequest, ExpireJobRequest__Output as _svc_jobs_v1_ExpireJobRequest__Output } from '../../../svc/jobs/v1/ExpireJobRequest.js';
import type { FinishBlockRequest as _svc_jobs_v1_FinishBlockRequest, FinishBlockRequest__Output as _svc_jobs_v1_FinishBlockRequest__Output } from '../../../svc/jobs/v1/FinishBlockRequest.js';
import type { FinishJobRequest as _svc_jobs_v1_FinishJobRequest, FinishJobRequest__Output as _svc_jobs_v1_FinishJobRequest__Output } from '../../../svc/jobs/v1/FinishJobRequest.js';
import type { GetJobRequest as _svc_jobs_v1_GetJobRequest, GetJobRequest__Output as _svc_jobs_v1_GetJobRequest__Output } from '../../../svc/jobs/v1/GetJobRequest.js';
import type { Job as _svc_jobs_v1_Job, Job__Output as _svc_jobs_v1_Job__Output } from '../../../svc/jobs/v1/Job.js';
import type { JobBlocks as _svc_jobs_v1_JobBlocks, JobBlocks__Output as _svc_jobs_v1_JobBlocks__Output } from '../../../svc/jobs/v1/JobBlocks.js';
import type { JobClaim as _svc_jobs_v1_JobClaim, JobClaim__Output as _svc_jobs_v1_JobClaim__Output } from '../../../svc/jobs/v1/JobClaim.js';
import type { ReadJobBlocksRequest as _svc_jobs_v1_ReadJobBlocksRequest, ReadJobBlocksRequest__Output as _svc_jobs_v1_ReadJobBlocksRequest__Output } from '../../../svc/jobs/v1/ReadJobBlocksRequest.js';
import type { RenewJobRequest as _svc_jobs_v1_RenewJobRequest, RenewJobRequest__Output as _svc_jobs_v1_RenewJobRequest__Output } from '../../../svc/jobs/v1/RenewJobRequest.js';
import type { ReportWorkerRequest as _svc_jobs_v1_ReportWorkerRequest, ReportWorkerRequest__Output as _svc_jobs_v1_ReportWorkerRequest__Output } from '../../../svc/jobs/v1/ReportWorkerRequest.js';
import type { SplitJobRequest as _svc_jobs_v1_SplitJobRequest, SplitJobRequest__Output as _svc_jobs_v1_SplitJobRequest__Output } from '../../../svc/jobs/v1/SplitJobRequest.js';
import type { SubmitJobRequest as _svc_jobs_v1_SubmitJobRequest, SubmitJobRequest__Output as _svc_jobs_v1_SubmitJobRequest__Output } from '../../../svc/jobs/v1/SubmitJobRequest.js';
import type { SystemReport as _svc_jobs_v1_SystemReport, SystemReport__Output as _svc_jobs_v1_SystemReport__Output } from '../../../svc/jobs/v1/SystemReport.js';

export interface JobsClient extends grpc.Client {
  BeginJob(argument: _svc_jobs_v1_BeginJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  BeginJob(argument: _svc_jobs_v1_BeginJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  BeginJob(argument: _svc_jobs_v1_BeginJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  BeginJob(argument: _svc_jobs_v1_BeginJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_jobs_v1_BeginJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_jobs_v1_BeginJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_jobs_v1_BeginJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  beginJob(argument: _svc_jobs_v1_BeginJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  
  CancelJob(argument: _svc_jobs_v1_CancelJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  CancelJob(argument: _svc_jobs_v1_CancelJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  CancelJob(argument: _svc_jobs_v1_CancelJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  CancelJob(argument: _svc_jobs_v1_CancelJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_jobs_v1_CancelJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_jobs_v1_CancelJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_jobs_v1_CancelJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  cancelJob(argument: _svc_jobs_v1_CancelJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  
  ClaimJob(argument: _svc_jobs_v1_ClaimJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  ClaimJob(argument: _svc_jobs_v1_ClaimJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  ClaimJob(argument: _svc_jobs_v1_ClaimJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  ClaimJob(argument: _svc_jobs_v1_ClaimJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_jobs_v1_ClaimJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_jobs_v1_ClaimJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_jobs_v1_ClaimJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  claimJob(argument: _svc_jobs_v1_ClaimJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_JobClaim__Output>): grpc.ClientUnaryCall;
  
  ExpireJob(argument: _svc_jobs_v1_ExpireJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ExpireJob(argument: _svc_jobs_v1_ExpireJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ExpireJob(argument: _svc_jobs_v1_ExpireJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ExpireJob(argument: _svc_jobs_v1_ExpireJobRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_jobs_v1_ExpireJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_jobs_v1_ExpireJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_jobs_v1_ExpireJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  expireJob(argument: _svc_jobs_v1_ExpireJobRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  FinishBlock(argument: _svc_jobs_v1_FinishBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishBlock(argument: _svc_jobs_v1_FinishBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishBlock(argument: _svc_jobs_v1_FinishBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishBlock(argument: _svc_jobs_v1_FinishBlockRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_jobs_v1_FinishBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_jobs_v1_FinishBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_jobs_v1_FinishBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishBlock(argument: _svc_jobs_v1_FinishBlockRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  FinishJob(argument: _svc_jobs_v1_FinishJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishJob(argument: _svc_jobs_v1_FinishJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishJob(argument: _svc_jobs_v1_FinishJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  FinishJob(argument: _svc_jobs_v1_FinishJobRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_jobs_v1_FinishJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_jobs_v1_FinishJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_jobs_v1_FinishJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  finishJob(argument: _svc_jobs_v1_FinishJobRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  GetJob(argument: _svc_jobs_v1_GetJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _svc_jobs_v1_GetJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _svc_jobs_v1_GetJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _svc_jobs_v1_GetJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_jobs_v1_GetJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_jobs_v1_GetJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_jobs_v1_GetJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  getJob(argument: _svc_jobs_v1_GetJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  
  GetSystem(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  GetSystem(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  GetSystem(argument: _svc_common_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  GetSystem(argument: _svc_common_v1_Empty, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_common_v1_Empty, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_common_v1_Empty, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  getSystem(argument: _svc_common_v1_Empty, callback: grpc.requestCallback<_svc_jobs_v1_SystemReport__Output>): grpc.ClientUnaryCall;
  
  ReadJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  ReadJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  ReadJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  ReadJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  readJobBlocks(argument: _svc_jobs_v1_ReadJobBlocksRequest, callback: grpc.requestCallback<_svc_jobs_v1_JobBlocks__Output>): grpc.ClientUnaryCall;
  
  RenewJob(argument: _svc_jobs_v1_RenewJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  RenewJob(argument: _svc_jobs_v1_RenewJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  RenewJob(argument: _svc_jobs_v1_RenewJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  RenewJob(argument: _svc_jobs_v1_RenewJobRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_jobs_v1_RenewJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_jobs_v1_RenewJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_jobs_v1_RenewJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  renewJob(argument: _svc_jobs_v1_RenewJobRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  ReportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  ReportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  reportWorker(argument: _svc_jobs_v1_ReportWorkerRequest, callback: grpc.requestCallback<_svc_common_v1_Empty__Output>): grpc.ClientUnaryCall;
  
  SplitJob(argument: _svc_jobs_v1_SplitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  SplitJob(argument: _svc_jobs_v1_SplitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  SplitJob(argument: _svc_jobs_v1_SplitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  SplitJob(argument: _svc_jobs_v1_SplitJobRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_jobs_v1_SplitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_jobs_v1_SplitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_jobs_v1_SplitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  splitJob(argument: _svc_jobs_v1_SplitJobRequest, callback: grpc.requestCallback<_svc_common_v1_ClaimState__Output>): grpc.ClientUnaryCall;
  
  SubmitJob(argument: _svc_jobs_v1_SubmitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  SubmitJob(argument: _svc_jobs_v1_SubmitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  SubmitJob(argument: _svc_jobs_v1_SubmitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  SubmitJob(argument: _svc_jobs_v1_SubmitJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_jobs_v1_SubmitJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_jobs_v1_SubmitJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_jobs_v1_SubmitJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  submitJob(argument: _svc_jobs_v1_SubmitJobRequest, callback: grpc.requestCallback<_svc_jobs_v1_Job__Output>): grpc.ClientUnaryCall;
  
}

export interface JobsHandlers extends grpc.UntypedServiceImplementation {
  BeginJob: grpc.handleUnaryCall<_svc_jobs_v1_BeginJobRequest__Output, _svc_jobs_v1_JobClaim>;
  
  CancelJob: grpc.handleUnaryCall<_svc_jobs_v1_CancelJobRequest__Output, _svc_jobs_v1_Job>;
  
  ClaimJob: grpc.handleUnaryCall<_svc_jobs_v1_ClaimJobRequest__Output, _svc_jobs_v1_JobClaim>;
  
  ExpireJob: grpc.handleUnaryCall<_svc_jobs_v1_ExpireJobRequest__Output, _svc_common_v1_Empty>;
  
  FinishBlock: grpc.handleUnaryCall<_svc_jobs_v1_FinishBlockRequest__Output, _svc_common_v1_ClaimState>;
  
  FinishJob: grpc.handleUnaryCall<_svc_jobs_v1_FinishJobRequest__Output, _svc_common_v1_ClaimState>;
  
  GetJob: grpc.handleUnaryCall<_svc_jobs_v1_GetJobRequest__Output, _svc_jobs_v1_Job>;
  
  GetSystem: grpc.handleUnaryCall<_svc_common_v1_Empty__Output, _svc_jobs_v1_SystemReport>;
  
  ReadJobBlocks: grpc.handleUnaryCall<_svc_jobs_v1_ReadJobBlocksRequest__Output, _svc_jobs_v1_JobBlocks>;
  
  RenewJob: grpc.handleUnaryCall<_svc_jobs_v1_RenewJobRequest__Output, _svc_common_v1_ClaimState>;
  
  ReportWorker: grpc.handleUnaryCall<_svc_jobs_v1_ReportWorkerRequest__Output, _svc_common_v1_Empty>;
  
  SplitJob: grpc.handleUnaryCall<_svc_jobs_v1_SplitJobRequest__Output, _svc_common_v1_ClaimState>;
  
  SubmitJob: grpc.handleUnaryCall<_svc_jobs_v1_SubmitJobRequest__Output, _svc_jobs_v1_Job>;
  
}

export interface JobsDefinition extends grpc.ServiceDefinition {
  BeginJob: MethodDefinition<_svc_jobs_v1_BeginJobRequest, _svc_jobs_v1_JobClaim, _svc_jobs_v1_BeginJobRequest__Output, _svc_jobs_v1_JobClaim__Output>
  CancelJob: MethodDefinition<_svc_jobs_v1_CancelJobRequest, _svc_jobs_v1_Job, _svc_jobs_v1_CancelJobRequest__Output, _svc_jobs_v1_Job__Output>
  ClaimJob: MethodDefinition<_svc_jobs_v1_ClaimJobRequest, _svc_jobs_v1_JobClaim, _svc_jobs_v1_ClaimJobRequest__Output, _svc_jobs_v1_JobClaim__Output>
  ExpireJob: MethodDefinition<_svc_jobs_v1_ExpireJobRequest, _svc_common_v1_Empty, _svc_jobs_v1_ExpireJobRequest__Output, _svc_common_v1_Empty__Output>
  FinishBlock: MethodDefinition<_svc_jobs_v1_FinishBlockRequest, _svc_common_v1_ClaimState, _svc_jobs_v1_FinishBlockRequest__Output, _svc_common_v1_ClaimState__Output>
  FinishJob: MethodDefinition<_svc_jobs_v1_FinishJobRequest, _svc_common_v1_ClaimState, _svc_jobs_v1_FinishJobRequest__Output, _svc_common_v1_ClaimState__Output>
  GetJob: MethodDefinition<_svc_jobs_v1_GetJobRequest, _svc_jobs_v1_Job, _svc_jobs_v1_GetJobRequest__Output, _svc_jobs_v1_Job__Output>
  GetSystem: MethodDefinition<_svc_common_v1_Empty, _svc_jobs_v1_SystemReport, _svc_common_v1_Empty__Output, _svc_jobs_v1_SystemReport__Output>
  ReadJobBlocks: MethodDefinition<_svc_jobs_v1_ReadJobBlocksRequest, _svc_jobs_v1_JobBlocks, _svc_jobs_v1_ReadJobBlocksRequest__Output, _svc_jobs_v1_JobBlocks__Output>
  RenewJob: MethodDefinition<_svc_jobs_v1_RenewJobRequest, _svc_common_v1_ClaimState, _svc_jobs_v1_RenewJobRequest__Output, _svc_common_v1_ClaimState__Output>
  ReportWorker: MethodDefinition<_svc_jobs_v1_ReportWorkerRequest, _svc_common_v1_Empty, _svc_jobs_v1_ReportWorkerRequest__Output, _svc_common_v1_Empty__Output>
  SplitJob: MethodDefinition<_svc_jobs_v1_SplitJobRequest, _svc_common_v1_ClaimState, _svc_jobs_v1_SplitJobRequest__Output, _svc_common_v1_ClaimState__Output>
  SubmitJob: MethodDefinition<_svc_jobs_v1_SubmitJobRequest, _svc_jobs_v1_Job, _svc_jobs_v1_SubmitJobRequest__Output, _svc_jobs_v1_Job__Output>
}
