import type * as grpc from '@grpc/grpc-js';

import type { RiskClient as _svc_risk_v1_RiskClient, RiskDefinition as _svc_risk_v1_RiskDefinition } from './svc/risk/v1/Risk.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  svc: {
    risk: {
      v1: {
        Risk: SubtypeConstructor<typeof grpc.Client, _svc_risk_v1_RiskClient> & { service: _svc_risk_v1_RiskDefinition }
      }
    }
  }
}

