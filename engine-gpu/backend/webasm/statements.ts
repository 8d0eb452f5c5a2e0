/** Code of statements. What only some paths do is done to all, and kept for those; it is skipped where none does it. */
import { type Frame, SCRATCH } from './frame.js';
import { block, branch, branchIf, type Code, otherwise as elseDo, end, f32x4, get, i32, ifTrue, loop, set, v128 } from './module.js';
import type { Expression, Kind, Statement, Variable } from './read.js';
import type { Uniform, Varying } from './values.js';

/** Which paths are meant, one vector each; undefined for all. */
type Meant = readonly number[] | undefined;

/** @returns what emits a statement */
export function statementWriter(
  { vectors, homeOf, emit }: Frame,
  kindOf: (e: Expression) => Kind,
  { integer, test, splat }: Uniform,
  { share, forget, vector, mask }: Varying,
): (statement: Statement) => void {
  const assign = (variable: Variable, value: Expression, meant: Meant, depth: number): void => {
    if (variable.kind !== 'varying') {
      emit(variable.kind === 'integer' ? integer(value) : splat(value), set(homeOf(variable)[0]));
      return;
    }
    share(value);
    homeOf(variable).forEach((home, n) => {
      const after = meant && variable.depth < depth ? [vector(value, n), get(home), get(meant[n]), v128.bitselect] : vector(value, n);
      // V8 would compute it where it is read, in each round of the loop, but for what has been read from memory.
      if (variable.pinned) emit(i32.const(0), after, f32x4.store(SCRATCH), i32.const(0), f32x4.load(SCRATCH), set(home));
      else emit(after, set(home));
    });
  };

  /** Paths among those meant of which a test holds, and code that says whether there are any. */
  const narrowed = (condition: Expression, meant: Meant, into: readonly number[], not = false): Code => {
    share(condition);
    into.forEach((at, n) => {
      const test = not ? [mask(condition, n), v128.not] : mask(condition, n);
      emit(test, meant ? [get(meant[n]), v128.and] : [], set(at));
    });
    return [into.map((at, n) => [get(at), n === 0 ? [] : v128.or]), v128.anyTrue];
  };

  const write = (statement: Statement, meant: Meant, depth: number): void => {
    if (statement.type === 'set') assign(statement.variable, statement.value, meant, depth);
    else if (statement.type === 'if') {
      const { body, otherwise } = statement;
      if (kindOf(statement.test) !== 'varying') {
        emit(test(statement.test), ifTrue);
        for (const each of body) write(each, meant, depth);
        if (otherwise.length > 0) emit(elseDo);
        for (const each of otherwise) write(each, meant, depth);
        emit(end);
        return;
      }
      // Tested once: what is done to some paths may change what the test reads.
      const [some, others] = [vectors(), otherwise.length > 0 ? vectors() : []];
      const anyOther = otherwise.length > 0 ? narrowed(statement.test, meant, others, true) : [];
      for (const [part, of, any] of [
        [body, some, narrowed(statement.test, meant, some)],
        [otherwise, others, anyOther],
      ] as const) {
        if (part.length === 0) continue;
        emit(any, ifTrue);
        for (const each of part) write(each, of, depth + 1);
        emit(end);
      }
    } else {
      const { counter, from, body } = statement;
      assign(counter, from, undefined, depth);
      const next = () => assign(counter, plusOne(counter), undefined, depth);
      if (kindOf(statement.test) !== 'varying') {
        emit(block, loop, test(statement.test), i32.eqz, branchIf(1));
        for (const each of body) write(each, meant, depth);
        next();
        emit(branch(0), end, end);
        return;
      }
      // Tested before the loop too: most are never entered.
      const going = vectors();
      emit(narrowed(statement.test, meant, going), ifTrue, loop);
      forget();
      for (const each of body) write(each, going, depth + 1);
      next();
      emit(narrowed(statement.test, going, going), branchIf(0), end, end);
    }
    forget();
  };

  return (statement) => write(statement, undefined, 0);
}

const plusOne = (counter: Variable): Expression => ({
  type: 'apply',
  operator: '+',
  operands: [
    { type: 'variable', variable: counter },
    { type: 'number', value: 1 },
  ],
});
