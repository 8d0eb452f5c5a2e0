// Original file: proto/risk.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BlockPlan as _svc_common_v1_BlockPlan, BlockPlan__Output as _svc_common_v1_BlockPlan__Output } from '../../../svc/common/v1/BlockPlan.js';
import type { CombineBlocksRequest as _svc_common_v1_CombineBlocksRequest, CombineBlocksRequest__Output as _svc_common_v1_CombineBlocksRequest__Output } from '../../../svc/common/v1/CombineBlocksRequest.js';
import type { ComputedBlock as _svc_common_v1_ComputedBlock, ComputedBlock__Output as _svc_common_v1_ComputedBlock__Output } from '../../../svc/common/v1/ComputedBlock.js';
import type { PlanBlocksRequest as _svc_common_v1_PlanBlocksRequest, PlanBlocksRequest__Output as _svc_common_v1_PlanBlocksRequest__Output } from '../../../svc/common/v1/PlanBlocksRequest.js';
import type { RiskReply as _svc_risk_v1_RiskReply, RiskReply__Output as _svc_risk_v1_RiskReply__Output } from '../../../svc/risk/v1/RiskReply.js';
import type { RiskRequest as _svc_risk_v1_RiskRequest, RiskRequest__Output as _svc_risk_v1_RiskRequest__Output } from '../../../svc/risk/v1/RiskRequest.js';
import type { RunBlockRequest as _svc_common_v1_RunBlockRequest, RunBlockRequest__Output as _svc_common_v1_RunBlockRequest__Output } from '../../../svc/common/v1/RunBlockRequest.js';

export interface RiskClient extends grpc.Client {
  Backtest(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Backtest(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Backtest(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Backtest(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  backtest(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  backtest(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  backtest(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  backtest(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  CalculateXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  CalculateXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  CalculateXva(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  CalculateXva(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  calculateXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  calculateXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  calculateXva(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  calculateXva(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  CombineBlocks(argument: _svc_common_v1_CombineBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  CombineBlocks(argument: _svc_common_v1_CombineBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  CombineBlocks(argument: _svc_common_v1_CombineBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  CombineBlocks(argument: _svc_common_v1_CombineBlocksRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_common_v1_CombineBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_common_v1_CombineBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_common_v1_CombineBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  combineBlocks(argument: _svc_common_v1_CombineBlocksRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  ExpectedShortfall(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  ExpectedShortfall(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  ExpectedShortfall(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  ExpectedShortfall(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  expectedShortfall(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  expectedShortfall(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  expectedShortfall(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  expectedShortfall(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  Explain(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Explain(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Explain(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Explain(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  explain(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  explain(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  explain(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  explain(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  Exposure(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Exposure(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Exposure(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Exposure(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  exposure(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  exposure(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  exposure(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  exposure(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  IncrementalXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  IncrementalXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  IncrementalXva(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  IncrementalXva(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  incrementalXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  incrementalXva(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  incrementalXva(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  incrementalXva(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  OptimiseHedge(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  OptimiseHedge(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  OptimiseHedge(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  OptimiseHedge(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  optimiseHedge(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  optimiseHedge(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  optimiseHedge(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  optimiseHedge(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  PlanBlocks(argument: _svc_common_v1_PlanBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  PlanBlocks(argument: _svc_common_v1_PlanBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  PlanBlocks(argument: _svc_common_v1_PlanBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  PlanBlocks(argument: _svc_common_v1_PlanBlocksRequest, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_common_v1_PlanBlocksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_common_v1_PlanBlocksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_common_v1_PlanBlocksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  planBlocks(argument: _svc_common_v1_PlanBlocksRequest, callback: grpc.requestCallback<_svc_common_v1_BlockPlan__Output>): grpc.ClientUnaryCall;
  
  PortfolioVar(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  PortfolioVar(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  PortfolioVar(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  PortfolioVar(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  portfolioVar(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  portfolioVar(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  portfolioVar(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  portfolioVar(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  RunBlock(argument: _svc_common_v1_RunBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  RunBlock(argument: _svc_common_v1_RunBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  RunBlock(argument: _svc_common_v1_RunBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  RunBlock(argument: _svc_common_v1_RunBlockRequest, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_common_v1_RunBlockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_common_v1_RunBlockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_common_v1_RunBlockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  runBlock(argument: _svc_common_v1_RunBlockRequest, callback: grpc.requestCallback<_svc_common_v1_ComputedBlock__Output>): grpc.ClientUnaryCall;
  
  Sensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Sensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Sensitivities(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Sensitivities(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  sensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  sensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  sensitivities(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  sensitivities(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  Stress(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Stress(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Stress(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  Stress(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stress(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stress(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stress(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stress(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  StressGrid(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  StressGrid(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  StressGrid(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  StressGrid(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stressGrid(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stressGrid(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stressGrid(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  stressGrid(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  VarHistorical(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarHistorical(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarHistorical(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarHistorical(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varHistorical(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varHistorical(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varHistorical(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varHistorical(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  VarMonteCarlo(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarMonteCarlo(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarMonteCarlo(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarMonteCarlo(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varMonteCarlo(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varMonteCarlo(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varMonteCarlo(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varMonteCarlo(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  VarParametric(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarParametric(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarParametric(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  VarParametric(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varParametric(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varParametric(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varParametric(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  varParametric(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
  XvaSensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  XvaSensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  XvaSensitivities(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  XvaSensitivities(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  xvaSensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  xvaSensitivities(argument: _svc_risk_v1_RiskRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  xvaSensitivities(argument: _svc_risk_v1_RiskRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  xvaSensitivities(argument: _svc_risk_v1_RiskRequest, callback: grpc.requestCallback<_svc_risk_v1_RiskReply__Output>): grpc.ClientUnaryCall;
  
}

export interface RiskHandlers extends grpc.UntypedServiceImplementation {
  Backtest: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  CalculateXva: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  CombineBlocks: grpc.handleUnaryCall<_svc_common_v1_CombineBlocksRequest__Output, _svc_risk_v1_RiskReply>;
  
  ExpectedShortfall: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  Explain: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  Exposure: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  IncrementalXva: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  OptimiseHedge: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  PlanBlocks: grpc.handleUnaryCall<_svc_common_v1_PlanBlocksRequest__Output, _svc_common_v1_BlockPlan>;
  
  PortfolioVar: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  RunBlock: grpc.handleUnaryCall<_svc_common_v1_RunBlockRequest__Output, _svc_common_v1_ComputedBlock>;
  
  Sensitivities: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  Stress: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  StressGrid: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  VarHistorical: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  VarMonteCarlo: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  VarParametric: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
  XvaSensitivities: grpc.handleUnaryCall<_svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply>;
  
}

export interface RiskDefinition extends grpc.ServiceDefinition {
  Backtest: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  CalculateXva: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  CombineBlocks: MethodDefinition<_svc_common_v1_CombineBlocksRequest, _svc_risk_v1_RiskReply, _svc_common_v1_CombineBlocksRequest__Output, _svc_risk_v1_RiskReply__Output>
  ExpectedShortfall: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  Explain: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  Exposure: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  IncrementalXva: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  OptimiseHedge: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  PlanBlocks: MethodDefinition<_svc_common_v1_PlanBlocksRequest, _svc_common_v1_BlockPlan, _svc_common_v1_PlanBlocksRequest__Output, _svc_common_v1_BlockPlan__Output>
  PortfolioVar: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  RunBlock: MethodDefinition<_svc_common_v1_RunBlockRequest, _svc_common_v1_ComputedBlock, _svc_common_v1_RunBlockRequest__Output, _svc_common_v1_ComputedBlock__Output>
  Sensitivities: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  Stress: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  StressGrid: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  VarHistorical: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  VarMonteCarlo: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  VarParametric: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
  XvaSensitivities: MethodDefinition<_svc_risk_v1_RiskRequest, _svc_risk_v1_RiskReply, _svc_risk_v1_RiskRequest__Output, _svc_risk_v1_RiskReply__Output>
}
