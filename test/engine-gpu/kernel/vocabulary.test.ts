import { expect } from 'chai';
import { composeProgram } from '#engine-gpu/kernel/compose';
import { bumped, planFor } from '#engine-gpu/kernel/plan';
import { strangeToKernels } from '#engine-gpu/kernel/vocabulary';
import { EVERY_STRUCTURE, THREE_ASSETS, THREE_MODELS, UNDER_MODELS } from '#test/support/every-structure';

const body = (text: string) => `function kernel(g, steps) {\n${text}\nreturn g[0];\n}`;

describe('the vocabulary of kernels', () => {
  for (const [what, contract] of Object.entries(EVERY_STRUCTURE))
    it(`says all that the kernel of ${what} says`, () => {
      const markets = [THREE_ASSETS, ...((UNDER_MODELS as readonly string[]).includes(what) ? [THREE_MODELS] : [])];
      for (const market of markets) {
        const plan = planFor(contract, market);
        const scenarios = [bumped(plan, contract, { ...market, curve: { ...market.curve, zeroRates: [0.04] } })];
        for (const program of [composeProgram(plan), composeProgram(plan, scenarios)])
          expect(strangeToKernels(program.source)).to.equal(undefined);
      }
    });

  const STRANGE = {
    'a call of what is not of Math': ['process(1.0);', 'process'],
    'a call of its own variable': ['let a = g;\na(1.0);', 'a('],
    'a call of an element': ['g[0](1.0);', ']('],
    'a call of a result': ['(g)(1.0);', ')('],
    'a call of itself': ['let a = this(1.0);', 'this('],
    'an assignment to what is not its own': ['Promise = 0.0;', 'Promise'],
    'a function of Math that no backend computes alike': ['let a = Math.random();', 'Math.random'],
    'a member of an array': ['let a = g.constructor;', 'g.constructor'],
    'a member of a bracket': ['let a = (g).constructor;', '.constructor;\nreturn'],
    'a member of an element': ['let a = g[0].constructor;', '.constructor;\nreturn'],
    'a member of a member': ['let a = this.thread.x.constructor;', 'this.thread.x.constructor'],
    'a member by its name': ["let a = g['length'];", "'length'];\nreturn g["],
    'a template': ['let a = `b`;', '`b`;\nreturn g[0];\n}'],
    'a comment': ['let a = 1.0; // b', '// b\nreturn g[0];\n}'],
    'a regular expression': ['let a = /b/.source;', 'b'],
    'an import': ['import(g);', 'import'],
    'a function of its own': ['let a = function (b) { return b; };', 'function'],
    'an endless loop by another word': ['while (1.0 > 0.0) { g = g; }', 'while'],
  };
  for (const [what, [text, strange]] of Object.entries(STRANGE))
    it(`has no word for ${what}`, () => {
      expect(strangeToKernels(body(text!))).to.equal(strange);
    });

  it('has no text but a kernel', () => {
    expect(strangeToKernels('function other(a) { return a; }')).to.equal('other');
    expect(strangeToKernels('console.log')).to.equal('console.log');
  });
});
