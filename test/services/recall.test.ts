import { expect } from 'chai';
import { recall } from '#services/common/recall';

describe('recall', () => {
  const counting = (answer: (question: string) => string) => {
    const computed: string[] = [];
    const kept = recall(10);
    return {
      computed,
      ask: (question: string) =>
        kept(question, async () => {
          computed.push(question);
          return answer(question);
        }),
    };
  };
  const refused = (asked: Promise<string>) =>
    asked.then(
      () => 'answered',
      (error: Error) => error.message,
    );

  it('computes the same question once', async () => {
    const { ask, computed } = counting((question) => `${question}!`);
    expect([await ask('a'), await ask('b'), await ask('a')]).to.deep.equal(['a!', 'b!', 'a!']);
    expect(computed).to.deep.equal(['a', 'b']);
  });

  it('lets go of what was not asked for longest once its room is full', async () => {
    const { ask, computed } = counting(() => '1234');
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(question);
    expect(computed).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('counts an answer once that two asked for at the same time', async () => {
    const { ask, computed } = counting(() => '1234');
    await Promise.all([ask('a'), ask('a'), ask('a')]);
    await ask('b');
    await ask('a');
    expect(computed).to.deep.equal(['a', 'a', 'a', 'b']);
  });

  it('answers what is larger than its room, and does not keep it', async () => {
    const { ask, computed } = counting(() => '12345678901');
    expect(await ask('a')).to.have.length(11);
    await ask('a');
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('keeps no failure', async () => {
    const { ask, computed } = counting(() => {
      throw new Error('no');
    });
    expect(await refused(ask('a'))).to.equal('no');
    expect(await refused(ask('a'))).to.equal('no');
    expect(computed).to.have.length(2);
  });
});
