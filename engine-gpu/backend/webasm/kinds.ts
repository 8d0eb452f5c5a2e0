/** Which values are the same for all paths computed at once, and which of those are integers: those cost next to nothing. */
import { COMPARISONS, type Expression, type Kernel, type Kind, LOGIC, type Operator, type Statement, type Variable } from './read.js';

const ORDER: readonly Kind[] = ['integer', 'uniform', 'varying'];
const join = (...kinds: readonly Kind[]): Kind => ORDER.findLast((kind) => kinds.includes(kind)) ?? 'integer';

export const isTest = (operator: Operator): boolean => ([...COMPARISONS, ...LOGIC] as readonly string[]).includes(operator);

/** Beyond, single precision has gaps, and a kernel has no use for integers. */
const LARGEST_INTEGER = 2 ** 24;

export const isWhole = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < LARGEST_INTEGER;

/** Of a number, or of what a test compares: tests are never `integer`. `of` gives the kind of a part. */
function kindFrom(expression: Expression, of: (part: Expression) => Kind): Kind {
  switch (expression.type) {
    case 'number':
      return isWhole(expression.value) ? 'integer' : 'uniform';
    case 'variable':
      return expression.variable.kind;
    case 'element':
      return join('uniform', of(expression.index));
    case 'thread':
      return expression.axis === 'x' ? 'varying' : 'integer';
    case 'apply': {
      const { operator, operands } = expression;
      const kind = join(...operands.map(of));
      const whole = operator === '+' || operator === '-' || (operator === '*' && operands.some(isStride));
      return whole ? kind : join('uniform', kind);
    }
  }
}

/** A product is of an index and one of these; others may leave the integers. */
const isStride = (factor: Expression): boolean => factor.type === 'number' || (factor.type === 'variable' && factor.variable.isParameter);

const kindOf = (expression: Expression): Kind => kindFrom(expression, kindOf);

const multiplies = (expression: Expression): boolean =>
  expression.type === 'apply' && (expression.operator === '*' || expression.operands.some(multiplies));

/**
 * Settles the kinds of a kernel's variables: each becomes the least that holds all that it is set to.
 *
 * @returns the kind of any of its expressions
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
        // Set again and again to a multiple of itself, it leaves the integers.
        if (!declares && multiplies(value)) raise(variable, 'uniform');
        // Some paths set it and others do not.
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
  const known = new Map<Expression, Kind>();
  const settled = (expression: Expression): Kind => {
    const kind = known.get(expression) ?? kindFrom(expression, settled);
    known.set(expression, kind);
    return kind;
  };
  pin(kernel);
  return settled;
}

/** A path is one round of the loop over a thread's points; its steps are loops within. */
const LOOPS_OF_A_PATH = 1;

/** Finds what a loop reads and nothing in it sets. */
function pin({ body, outputs }: Kernel): void {
  const sets = new Map<Variable, number>();
  const reads = new Map<Variable, number>();
  const deepest = (of: Map<Variable, number>, variable: Variable, loops: number) =>
    of.set(variable, Math.max(of.get(variable) ?? 0, loops));
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
        // One that each path leaves when it will is hardly ever entered.
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
    variable.pinned = variable.kind === 'varying' && loops <= LOOPS_OF_A_PATH && (reads.get(variable) ?? 0) > loops;
}
