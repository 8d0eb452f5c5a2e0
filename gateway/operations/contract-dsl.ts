import { contractDescribeRequest, contractDescribeResponse } from '#engine/schemas';
import { operation } from '../operation.js';

const call105 = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' };
const knockOut = {
  type: 'conditional',
  contract: call105,
  condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
};

export const contractDsl = [
  operation({
    id: 'describeContract',
    method: 'POST',
    path: '/api/v1/contract/describe',
    tag: 'Contract DSL',
    scope: 'price',
    summary: 'A contract in plain English; nothing is priced',
    request: contractDescribeRequest,
    example: { contract: knockOut },
    response: contractDescribeResponse,
    handle: async ({ body, call }, { pricing }) => ({ data: await pricing.describeContract({ bodyJson: JSON.stringify(body) }, call) }),
  }),
];
