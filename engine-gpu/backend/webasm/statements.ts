/**
 * Code of statements. A statement that only some paths execute is computed for all of them and its result kept for those; it is skipped
 * where no path executes it.
 */
import { type Frame, SCRATCH } from './frame.js';
import { block, branch, branchIf, type Code, otherwise as elseDo, end, f32x4, get, i32, ifTrue, loop, set, v128 } from './module.js';
import type { Expression, Kind, Statement, Variable } from './read.js';
import type { Uniform, Varying } from './values.js';

/** Locals of the masks of the active paths, one per vector; undefined where all paths are active. */
type Active = readonly number[] | undefined;

/** @returns a function that emits the code of a statement */
export function statementWriter(
  { vectors, homeOf, emit }: Frame,
  kindOf: (e: Expression) => Kind,
  { integer, test, splat }: Uniform,
  { share, forget, vector, mask }: Varying,
): (statement: Statement) => void {
  const assign = (variable: Variable, value: Expression, active: Active, depth: number): void => {
    if (variable.kind !== 'varying') {
      emit(variable.kind === 'integer' ? integer(value) : splat(value), set(homeOf(variable)[0]!));
      return;
    }
    share(value);
    homeOf(variable).forEach((home, n) => {
      const assigned = active && variable.depth < depth ? [vector(value, n), get(home), get(active[n]!), v128.bitselect] : vector(value, n);
      // V8 would recompute the value in each iteration of the loop that reads it; a value loaded from memory it keeps.
      if (variable.pinned) emit(i32.const(0), assigned, f32x4.store(SCRATCH), i32.const(0), f32x4.load(SCRATCH), set(home));
      else emit(assigned, set(home));
    });
  };

  /** Writes the masks of the active paths that satisfy a test; returns code that says whether there are any. */
  const narrowed = (condition: Expression, active: Active, into: readonly number[], not = false): Code => {
    share(condition);
    into.forEach((local, n) => {
      const test = not ? [mask(condition, n), v128.not] : mask(condition, n);
      emit(test, active ? [get(active[n]!), v128.and] : [], set(local));
    });
    return [into.map((local, n) => [get(local), n === 0 ? [] : v128.or]), v128.anyTrue];
  };

  const write = (statement: Statement, active: Active, depth: number): void => {
    if (statement.type === 'set') assign(statement.variable, statement.value, active, depth);
    else if (statement.type === 'if') {
      const { body, otherwise } = statement;
      if (kindOf(statement.test) !== 'varying') {
        emit(test(statement.test), ifTrue);
        for (const each of body) write(each, active, depth);
        if (otherwise.length > 0) emit(elseDo);
        for (const each of otherwise) write(each, active, depth);
        emit(end);
        return;
      }
      // The test is evaluated once for both branches: the first may change the variables that it reads.
      const [some, complement] = [vectors(), otherwise.length > 0 ? vectors() : []];
      const anyOther = otherwise.length > 0 ? narrowed(statement.test, active, complement, true) : [];
      for (const [part, lanes, any] of [
        [body, some, narrowed(statement.test, active, some)],
        [otherwise, complement, anyOther],
      ] as const) {
        if (part.length === 0) continue;
        emit(any, ifTrue);
        for (const each of part) write(each, lanes, depth + 1);
        emit(end);
      }
    } else {
      const { counter, from, body } = statement;
      assign(counter, from, undefined, depth);
      const next = () => assign(counter, plusOne(counter), undefined, depth);
      if (kindOf(statement.test) !== 'varying') {
        emit(block, loop, test(statement.test), i32.eqz, branchIf(1));
        for (const each of body) write(each, active, depth);
        next();
        emit(branch(0), end, end);
        return;
      }
      // The test is also evaluated before the loop, since most of these loops are never entered.
      const going = vectors();
      emit(narrowed(statement.test, active, going), ifTrue, loop);
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
