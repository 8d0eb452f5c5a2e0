import { expect } from 'chai';
import { unavailable } from '#services/runtime/dependencies';

describe('the dependencies of a process', () => {
  const serving = async () => undefined;
  const failing = async () => Promise.reject(new Error('gone'));
  const hanging = () => new Promise<void>(() => undefined);

  it('are named while they cannot serve, or do not say so in time', async () => {
    expect(await unavailable({})).to.deep.equal([]);
    expect(await unavailable({ store: serving })).to.deep.equal([]);
    expect(await unavailable({ store: failing, cache: serving, queue: hanging }, 20)).to.deep.equal(['store', 'queue']);
  });
});
