import { expect } from 'chai';
import { recall } from '#services/common/recall';

describe('recall', () => {
  const counting = (answer: (question: string) => string) => {
    const computed: string[] = [];
    const kept = recall(10);
    return {
      computed,
      ask: (question: string) =>
        kept(question, () => {
          computed.push(question);
          return answer(question);
        }),
    };
  };

  it('computes the same question once', () => {
    const { ask, computed } = counting((question) => `${question}!`);
    expect([ask('a'), ask('b'), ask('a')]).to.deep.equal(['a!', 'b!', 'a!']);
    expect(computed).to.deep.equal(['a', 'b']);
  });

  it('lets go of what was not asked for longest once its room is full', () => {
    const { ask, computed } = counting(() => '1234');
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) ask(question);
    expect(computed).to.deep.equal(['a', 'b', 'c', 'b']);
  });

  it('answers what is larger than its room, and does not keep it', () => {
    const { ask, computed } = counting(() => '12345678901');
    expect(ask('a')).to.have.length(11);
    ask('a');
    expect(computed).to.deep.equal(['a', 'a']);
  });

  it('keeps no failure', () => {
    const { ask, computed } = counting(() => {
      throw new Error('no');
    });
    expect(() => ask('a')).to.throw('no');
    expect(() => ask('a')).to.throw('no');
    expect(computed).to.have.length(2);
  });
});
