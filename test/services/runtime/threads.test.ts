import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

/** MiB of the young generation of a thread that has made much garbage, in a process that was started as the image starts it. */
function youngGeneration(preamble: string): number {
  const module = `
    import { Worker } from 'node:worker_threads';
    import { limitThreadHeaps } from '#services/runtime/threads';
    ${preamble}
    const code = \`
      let kept = [];
      for (let i = 0; i < 1e7; i++) { kept.push({ i }); if (kept.length > 2e5) kept = []; }
      const { space_size } = require('node:v8').getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      require('node:worker_threads').parentPort.postMessage(space_size);\`;
    new Worker(code, { eval: true, execArgv: [] }).once('message', (bytes) => console.log(bytes));`;
  const output = execFileSync(process.execPath, ['--max-semi-space-size=64', '--input-type=module', '--eval', module], {
    encoding: 'utf8',
  });
  return Number(output) / 2 ** 20;
}

/** Above that of a bounded thread, 32 MiB; without the bound it grows to 64 or 128, as the version of V8 goes about it. */
const LIMIT_MIB = 50;

/** Full collections of a thread that makes more and more that it keeps. */
function fullCollections(preamble: string): number {
  const module = `
    import { Worker } from 'node:worker_threads';
    import { collectSeldom } from '#services/runtime/threads';
    ${preamble}
    const code = \`
      const { constants, PerformanceObserver } = require('node:perf_hooks');
      let full = 0;
      new PerformanceObserver((list) => {
        for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full++;
      }).observe({ entryTypes: ['gc'] });
      const kept = [];
      for (let i = 0; i < 4e6; i++) kept.push({ i });
      setTimeout(() => require('node:worker_threads').parentPort.postMessage(full), 100);\`;
    new Worker(code, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 400 } }).once('message', (count) => console.log(count));`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', module], { encoding: 'utf8' }));
}

describe('the heap of a thread', () => {
  it('that may grow is collected less often', () => {
    const usual = fullCollections('');
    expect(usual).to.be.greaterThan(1);
    expect(fullCollections('collectSeldom();')).to.be.lessThan(usual);
  }).timeout(60_000);

  it('does not have the young generation that the process gives its main thread', () => {
    // The young generation would be larger without the setting.
    expect(youngGeneration('')).to.be.greaterThan(LIMIT_MIB);
    expect(youngGeneration('limitThreadHeaps();')).to.be.lessThan(LIMIT_MIB);
  }).timeout(60_000);
});
