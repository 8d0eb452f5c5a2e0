import { expect } from 'chai';
import { watchDependencies } from '#services/runtime/dependencies';

describe('the dependencies of a process', () => {
  it('are checked again and again, and those whose check rejects are named', async () => {
    let broken = ['store'];
    const check = (name: string) => async () => {
      if (broken.includes(name)) throw new Error('gone');
    };
    const told: string[] = [];
    const stop = watchDependencies({ store: check('store'), queue: check('queue') }, (failing) => told.push(failing.join(' ')), 1);
    const becomes = async (names: string) => {
      while (told.at(-1) !== names) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    await becomes('store');
    broken = ['store', 'queue'];
    await becomes('store queue');
    broken = [];
    await becomes('');
    stop();
    const { length } = told;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).to.have.length(length);
  });

  it('are told nothing of where there are none', async () => {
    const stop = watchDependencies({}, () => expect.fail('nothing to tell'), 1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    stop();
  });
});
