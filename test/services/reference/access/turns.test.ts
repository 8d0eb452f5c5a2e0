import { expect } from 'chai';
import { Busy } from '#proto/failure';
import { fairTurns } from '#services/reference/access/turns';

describe('turns at little work', () => {
  /** Work that ends when the test says so. */
  function desk({ concurrent = 1, maxWaiting = 4 } = {}) {
    const inTurn = fairTurns({ concurrent, maxWaiting, refusal: 'too many' });
    const begun: string[] = [];
    const refused: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (label: string, name: string, isKnown = false): void => {
      const work = () =>
        new Promise<void>((end) => {
          begun.push(label);
          ends.push(end);
        });
      inTurn({ name, isKnown }, work).catch((error: unknown) => {
        expect(error).to.be.instanceOf(Busy);
        refused.push(label);
      });
    };
    /** Ends all work, one piece after another. */
    const endAll = async (): Promise<void> => {
      await new Promise(setImmediate);
      for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
        end();
        await new Promise(setImmediate);
      }
    };
    return { ask, begun, refused, endAll };
  }

  it('go round by who asks, and first to those who are known', async () => {
    const { ask, begun, endAll } = desk();
    for (const label of ['a1', 'a2', 'a3']) ask(label, 'a');
    ask('b1', 'b');
    ask('k1', 'k', true);
    await endAll();
    expect(begun).to.deep.equal(['a1', 'k1', 'a2', 'b1', 'a3']);
  });

  it('are at as many pieces of work at a time as may be', async () => {
    const { ask, begun, endAll } = desk({ concurrent: 2 });
    for (const label of ['a1', 'a2', 'a3', 'a4']) ask(label, label);
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(['a1', 'a2']);
    await endAll();
    expect(begun).to.deep.equal(['a1', 'a2', 'a3', 'a4']);
  });

  it('are not used up by one who asks sixty times', async () => {
    const { ask, begun, refused, endAll } = desk();
    for (let time = 0; time < 60; time += 1) ask(`a${time}`, 'a');
    ask('b1', 'b');
    ask('c1', 'c');
    await new Promise(setImmediate);
    // One is at work and four wait; the two who came later have the places of the newest two.
    expect(refused).to.have.length(57);
    await endAll();
    expect(begun).to.deep.equal(['a0', 'a1', 'b1', 'c1', 'a2']);
  });

  it('are given to a known one where sixty others ask, each once', async () => {
    const { ask, begun, refused, endAll } = desk();
    for (let one = 0; one < 60; one += 1) ask(`n${one}`, `n${one}`);
    ask('k1', 'k', true);
    await new Promise(setImmediate);
    expect(refused).to.have.length(56);
    await endAll();
    expect(begun.slice(0, 2)).to.deep.equal(['n0', 'k1']);
  });
});
