/** Determines which values are the same for all paths computed at once (uniform), and which of these are integers, whose cost is negligible. */
import { powerOfTwo } from '../../math/elementary/binary.js';
import { COMPARISONS, type Expression, type Kernel, type Kind, LOGIC, type Operator, type Statement, type Variable } from './read.js';

const ASCENDING_KINDS: readonly Kind[] = ['integer', 'uniform', 'varying'];
const join = (...kinds: readonly Kind[]): Kind => ASCENDING_KINDS.findLast((kind) => kinds.includes(kind)) ?? 'integer';

export const isTest = (operator: Operator): boolean => ([...COMPARISONS, ...LOGIC] as readonly string[]).includes(operator);

/** Integers below this are exact in single precision; larger ones are treated as f32. */
const INTEGER_LIMIT = powerOfTwo(24);

/** True for a number that a kernel can store as an integer. */
export const isWhole = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < INTEGER_LIMIT;

/** The kind of an expression; of a test, that of its operands, and never `integer`. `of` gives the kind of a part. */
function kindFrom(expression: Expression, kindOf: (part: Expression) => Kind): Kind {
  switch (expression.type) {
    case 'number':
      return isWhole(expression.value) ? 'integer' : 'uniform';
    case 'variable':
      return expression.variable.kind;
    case 'element':
      return join('uniform', kindOf(expression.index));
    case 'thread':
      return expression.axis === 'x' ? 'varying' : 'integer';
    case 'apply': {
      const { operator, operands } = expression;
      const kind = join(...operands.map(kindOf));
      const whole = operator === '+' || operator === '-' || (operator === '*' && operands.some(isStride));
      return whole ? kind : join('uniform', kind);
    }
  }
}

/** Factors with which a product of integers stays an integer that addresses an array; other products may exceed the integers' range. */
const isStride = (factor: Expression): boolean => factor.type === 'number' || (factor.type === 'variable' && factor.variable.isParameter);

const kindOf = (expression: Expression): Kind => kindFrom(expression, kindOf);

const multiplies = (expression: Expression): boolean =>
  expression.type === 'apply' && (expression.operator === '*' || expression.operands.some(multiplies));

/**
 * Determines the kinds of a kernel's variables: each gets the lowest kind that covers every value assigned to it.
 *
 * @returns a function that gives the kind of any expression of the kernel
 */
export function settleKinds(kernel: Kernel): (expression: Expression) => Kind {
  let changed = true;
  const raise = (variable: Variable, kind: Kind): void => {
    if (join(variable.kind, kind) === variable.kind) return;
    variable.kind = join(variable.kind, kind);
    changed = true;
  };
  const walk = (statements: readonly Statement[], depth: number): void => {
    for (const statement of statements) {
      if (statement.type === 'set') {
        const { variable, value, declares } = statement;
        if (declares) variable.depth = depth;
        raise(variable, kindOf(value));
        // A variable that is repeatedly assigned a multiple of itself may exceed the integers' range.
        if (!declares && multiplies(value)) raise(variable, 'uniform');
        // Some paths execute the assignment and others do not.
        if (depth > variable.depth) raise(variable, 'varying');
      } else if (statement.type === 'if') {
        const inside = kindOf(statement.test) === 'varying' ? depth + 1 : depth;
        walk(statement.body, inside);
        walk(statement.otherwise, inside);
      } else {
        raise(statement.counter, kindOf(statement.from));
        const inside = kindOf(statement.test) === 'varying' ? depth + 1 : depth;
        statement.counter.depth = inside;
        walk(statement.body, inside);
      }
    }
  };
  while (changed) {
    changed = false;
    walk(kernel.body, 0);
  }
  const kinds = new Map<Expression, Kind>();
  const settled = (expression: Expression): Kind => {
    const kind = kinds.get(expression) ?? kindFrom(expression, settled);
    kinds.set(expression, kind);
    return kind;
  };
  markPinned(kernel);
  return settled;
}

/** Loop depth of a path: a path is one iteration of the loop over a thread's points, and its time steps are loops within. */
const PATH_LOOP_DEPTH = 1;

/** Marks as pinned the varying variables that a loop reads and does not assign. */
function markPinned({ body, outputs }: Kernel): void {
  const sets = new Map<Variable, number>();
  const reads = new Map<Variable, number>();
  const deepest = (depths: Map<Variable, number>, variable: Variable, loops: number) =>
    depths.set(variable, Math.max(depths.get(variable) ?? 0, loops));
  const read = (expression: Expression, loops: number): void => {
    if (expression.type === 'variable') deepest(reads, expression.variable, loops);
    else if (expression.type === 'element') read(expression.index, loops);
    else if (expression.type === 'apply') for (const operand of expression.operands) read(operand, loops);
  };
  const walk = (statements: readonly Statement[], loops: number): void => {
    for (const statement of statements) {
      if (statement.type === 'set') {
        deepest(sets, statement.variable, loops);
        read(statement.value, loops);
      } else if (statement.type === 'if') {
        read(statement.test, loops);
        walk([...statement.body, ...statement.otherwise], loops);
      } else {
        // A loop with a varying bound is rarely entered and does not count as a deeper loop.
        const inside = kindOf(statement.test) === 'varying' ? loops : loops + 1;
        deepest(sets, statement.counter, inside);
        read(statement.from, loops);
        read(statement.test, inside);
        walk(statement.body, inside);
      }
    }
  };
  walk(body, 0);
  for (const output of outputs) read(output, 0);
  for (const [variable, loops] of sets)
    variable.pinned = variable.kind === 'varying' && loops <= PATH_LOOP_DEPTH && (reads.get(variable) ?? 0) > loops;
}
