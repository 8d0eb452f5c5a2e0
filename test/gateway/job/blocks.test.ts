import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Dependencies, OperationCall } from '#gateway/contract/operation';
import { combineBlocks } from '#gateway/job/blocks';
import { CallFailure } from '#proto/failure';
import { marked, unmarked } from '#services/compute/block-mark';
import { manifest as message } from '#test/support/manifest';

const computation = { method: 'risk.calculateXva', bodyJson: '{"trades":[]}', today: '2026-11-20', notes: { warnings: ['a note'] } };
const blocks = [{ part: Buffer.from('one'), arithmetic: 'double' }];

describe('blocks of a job', () => {
  const requests: object[] = [];
  const combined = (combineBlocks: () => Promise<object>) =>
    combineBlocksOf({
      combineBlocks,
      calculateXva: async (request: object) => {
        requests.push(request);
        return { resultJson: '{"cva":2}', manifest: message };
      },
    });
  const combineBlocksOf = (risk: object) => combineBlocks(computation, blocks, {} as OperationCall, { risk } as unknown as Dependencies);

  it('of one version are combined', async () => {
    const { data, manifest } = await combined(async () => ({ resultJson: '{"cva":1}', manifest: message }));
    expect(data).to.deep.equal({ cva: 1 });
    expect(manifest).to.deep.include({ blocks: [{ count: 1, arithmetic: 'double' }], warnings: ['a note'] });
  });

  it('of two versions are not: the result is computed at once, and says why', async () => {
    const { data, manifest } = await combined(async () => {
      throw new CallFailure(status.ABORTED, 'another version of the engine computed blocks of this job');
    });
    expect(data).to.deep.equal({ cva: 2 });
    expect(requests).to.deep.equal([{ bodyJson: computation.bodyJson, today: computation.today }]);
    expect(manifest).not.to.have.property('blocks');
    expect(manifest?.warnings?.at(-1)).to.match(/upgraded while the blocks of this job were computed/);
  });

  it('fail where the service fails', async () => {
    const failure = new CallFailure(status.UNAVAILABLE, 'away');
    const thrown = await combined(async () => Promise.reject(failure)).catch((error: unknown) => error);
    expect(thrown).to.equal(failure);
  });

  it('bear the mark of the code that computed them', () => {
    const part = Buffer.from('part');
    expect(unmarked([{ part: marked(part) }, { part: marked(Buffer.alloc(0)) }])).to.deep.equal([part, Buffer.alloc(0)]);
    const other = marked(part);
    other[0]! ^= 1;
    for (const strange of [other, part]) expect(() => unmarked([{ part: marked(part) }, { part: strange }])).to.throw(CallFailure);
  });
});
