import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { availableProcessors } from '#services/runtime/processors';
import { temporaryFolders } from '../../support/folder.js';

describe('the processors that a process may use', () => {
  const newFolder = temporaryFolders();
  const machine = availableParallelism();
  const granted = (cpuMax: string): number => {
    const file = path.join(newFolder(), 'cpu.max');
    writeFileSync(file, cpuMax);
    return availableProcessors(file);
  };

  it('are the whole ones that the control group grants, and at least one', () => {
    expect(granted('100000 100000\n')).to.equal(1);
    expect(granted('190000 100000\n')).to.equal(1);
    expect(granted('20000 100000\n')).to.equal(1);
    expect(granted(`${machine * 50_000} 50000\n`)).to.equal(machine);
  });

  it('are those of the machine where the control group grants more, sets no limit or does not exist', () => {
    expect(granted('100000000 100000\n')).to.equal(machine);
    expect(granted('max 100000\n')).to.equal(machine);
    expect(granted('')).to.equal(machine);
    expect(availableProcessors(path.join(newFolder(), 'nothing'))).to.equal(machine);
  });
});
