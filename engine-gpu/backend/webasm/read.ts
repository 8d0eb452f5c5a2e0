/**
 * Parses a kernel's source to a small syntax tree with resolved names. Kernels are written in a subset of JavaScript: one function of arrays
 * and numbers with `let` and `const`, assignments, `if`, `for` loops that count by ++, arithmetic, comparisons, functions of `Math`,
 * `this.thread.x` and `this.thread.y`, and one `return` at the end.
 */
import { type AnyNode, type CallExpression, parseExpressionAt, type Statement as Sentence } from 'acorn';

/** `integer` and `uniform` values are the same for all paths computed at once; `varying` values differ by path. */
export type Kind = 'integer' | 'uniform' | 'varying';

export interface Variable {
  readonly name: string;
  readonly isParameter: boolean;
  kind: Kind;
  /** Number of `if`s and loops with a varying test around its declaration. */
  depth: number;
  /** True for a constant whose value is a `Math.floor`. */
  whole: boolean;
  /** True if it is read in a deeper loop than any that assigns it. */
  pinned: boolean;
}

export type Expression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'variable'; readonly variable: Variable }
  | { readonly type: 'element'; readonly array: number; readonly index: Expression }
  | { readonly type: 'thread'; readonly axis: 'x' | 'y' }
  | { readonly type: 'apply'; readonly operator: Operator; readonly operands: readonly Expression[] };

export type Statement =
  | { readonly type: 'set'; readonly variable: Variable; readonly value: Expression; readonly declares: boolean }
  | { readonly type: 'if'; readonly test: Expression; readonly body: readonly Statement[]; readonly otherwise: readonly Statement[] }
  | {
      readonly type: 'for';
      readonly counter: Variable;
      readonly from: Expression;
      readonly test: Expression;
      readonly body: readonly Statement[];
    };

export interface Kernel {
  /** Names of its array parameters, and its number parameters. */
  readonly arrays: readonly string[];
  readonly numbers: readonly Variable[];
  readonly body: readonly Statement[];
  /** The values that it returns. */
  readonly outputs: readonly Expression[];
}

const ARITHMETIC = ['+', '-', '*', '/', 'negate', 'choose', 'floor', 'ceil', 'trunc', 'abs', 'sqrt', 'min', 'max', 'powerOfTwo'] as const;
export const COMPARISONS = ['<', '<=', '>', '>=', '===', '!=='] as const;
export const LOGIC = ['&&', '||', '!'] as const;
export type Operator = (typeof ARITHMETIC)[number] | (typeof COMPARISONS)[number] | (typeof LOGIC)[number];

/** Operators whose result is no number. */
const TRUTH: ReadonlySet<string> = new Set<Operator>(LOGIC);
const OPERATORS: ReadonlySet<string> = new Set<Operator>([...ARITHMETIC, ...COMPARISONS, ...LOGIC]);
/** Functions of `Math` and how many arguments they take here. */
const MATH: ReadonlyMap<string, number> = new Map([
  ['floor', 1],
  ['ceil', 1],
  ['trunc', 1],
  ['abs', 1],
  ['sqrt', 1],
  ['min', 2],
  ['max', 2],
]);

const refuse = (node: AnyNode, why = ''): never => {
  throw new SyntaxError(`WebAssembly kernels have no ${node.type}${why}, as at character ${node.start}`);
};

/**
 * Parses a kernel.
 *
 * @param arrays  number of array parameters, which come first
 * @param whole   which of the number parameters that follow are integers
 * @throws SyntaxError for a construct outside the subset, with its position
 */
export function readKernel(source: string, arrays: number, whole: readonly boolean[]): Kernel {
  const root = parseExpressionAt(source, 0, { ecmaVersion: 2022 }) as AnyNode;
  if (root.type !== 'FunctionExpression') return refuse(root, ' for a function');
  const names = root.params.map((param) => (param.type === 'Identifier' ? param.name : refuse(param, ' for a parameter')));
  /** Variables by name, from the innermost scope to the outermost. */
  let scopes: readonly Map<string, Variable>[] = [new Map()];

  const declare = (name: string, kind: Kind = 'integer', isParameter = false): Variable => {
    const variable: Variable = { name, isParameter, kind, depth: 0, whole: false, pinned: false };
    scopes[0]!.set(name, variable);
    return variable;
  };
  const find = (node: AnyNode): Variable => {
    if (node.type !== 'Identifier') return refuse(node, ' for a variable');
    return scopes.find((scope) => scope.has(node.name))?.get(node.name) ?? refuse(node, ` called ${node.name}`);
  };
  const within = <T>(read: () => T): T => {
    const outer = scopes;
    scopes = [new Map(), ...outer];
    const result = read();
    scopes = outer;
    return result;
  };
  const apply = (node: AnyNode, operator: string, ...operands: readonly AnyNode[]): Expression => {
    if (!OPERATORS.has(operator)) return refuse(node, ` with ${operator}`);
    const isTest = (i: number) => TRUTH.has(operator) || (operator === 'choose' && i === 0);
    return {
      type: 'apply',
      operator: operator as Operator,
      operands: operands.map((each, i) => (isTest(i) ? expression(each) : value(each))),
    };
  };
  /** An expression that stands for a number. */
  const value = (node: AnyNode): Expression => {
    const read = expression(node);
    return read.type === 'apply' && TRUTH.has(read.operator) ? refuse(node, ' for a number') : read;
  };

  const expression = (node: AnyNode): Expression => {
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'number' ? { type: 'number', value: node.value } : refuse(node, ' but numbers');
      case 'Identifier':
        return { type: 'variable', variable: find(node) };
      case 'UnaryExpression':
        if (node.operator === '-' && node.argument.type === 'Literal' && typeof node.argument.value === 'number')
          return { type: 'number', value: -node.argument.value };
        // A plus would be taken for an addition of one number.
        if (node.operator !== '-' && node.operator !== '!') return refuse(node, ` with ${node.operator}`);
        return apply(node, node.operator === '-' ? 'negate' : '!', node.argument);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return apply(node, node.operator, node.left, node.right);
      case 'ConditionalExpression':
        return apply(node, 'choose', node.test, node.consequent, node.alternate);
      case 'CallExpression': {
        const name = /^Math\.(\w+)$/.exec(source.slice(node.callee.start, node.callee.end))?.[1];
        if (name === 'pow') return powerOfTwo(node);
        return name !== undefined && MATH.get(name) === node.arguments.length
          ? apply(node, name, ...node.arguments)
          : refuse(node, ' of this name and so many arguments');
      }
      case 'MemberExpression': {
        const text = source.slice(node.start, node.end);
        if (text === 'this.thread.x' || text === 'this.thread.y') return { type: 'thread', axis: text === 'this.thread.x' ? 'x' : 'y' };
        const array = node.object.type === 'Identifier' ? names.indexOf(node.object.name) : -1;
        return node.computed && array >= 0 && array < arrays
          ? { type: 'element', array, index: value(node.property) }
          : refuse(node, ' but elements of arrays');
      }
      default:
        return refuse(node);
    }
  };

  /** Math.pow(2, n) for a whole n, which is computed from the bits of n; other powers are refused. */
  const powerOfTwo = (node: CallExpression): Expression => {
    const [base, exponent] = node.arguments.map((argument) => expression(argument));
    const isTwo = base?.type === 'number' && base.value === 2;
    return isTwo && exponent?.type === 'variable' && exponent.variable.whole
      ? { type: 'apply', operator: 'powerOfTwo', operands: [exponent] }
      : refuse(node, ' of Math.pow but of 2 and a constant that is a Math.floor');
  };

  const block = (node: Sentence | null | undefined): readonly Statement[] => {
    if (!node) return [];
    return within(() => (node.type === 'BlockStatement' ? node.body : [node]).flatMap(statement));
  };

  const statement = (node: AnyNode): readonly Statement[] => {
    switch (node.type) {
      case 'VariableDeclaration':
        return node.declarations.map(({ id, init }): Statement => {
          if (!init) return refuse(node, ' without a value');
          const first = value(init);
          const variable = declare(id.type === 'Identifier' ? id.name : refuse(id));
          variable.whole = node.kind === 'const' && first.type === 'apply' && first.operator === 'floor';
          return { type: 'set', variable, value: first, declares: true };
        });
      case 'ExpressionStatement': {
        const { expression: set } = node;
        if (set.type !== 'AssignmentExpression' || set.operator !== '=') return refuse(set, ' for a statement');
        return [{ type: 'set', variable: find(set.left), value: value(set.right), declares: false }];
      }
      case 'IfStatement':
        return [{ type: 'if', test: expression(node.test), body: block(node.consequent), otherwise: block(node.alternate) }];
      case 'ForStatement':
        return within(() => {
          const { init, test, update } = node;
          const [first] = init?.type === 'VariableDeclaration' ? statement(init) : [];
          if (first?.type !== 'set' || !test) return refuse(node, ' without a counter');
          if (update?.type !== 'UpdateExpression' || update.operator !== '++' || find(update.argument) !== first.variable)
            return refuse(node, ' but by ++');
          return [{ type: 'for', counter: first.variable, from: first.value, test: expression(test), body: block(node.body) }];
        });
      default:
        return refuse(node);
    }
  };

  const numbers = names.slice(arrays).map((name, number) => declare(name, whole[number] ? 'integer' : 'uniform', true));
  const sentences = root.body.body;
  const last = sentences.at(-1);
  if (last?.type !== 'ReturnStatement' || !last.argument) return refuse(root, ' that ends with no return');
  const { argument } = last;
  const body = sentences.slice(0, -1).flatMap(statement);
  const outputs = (argument.type === 'ArrayExpression' ? argument.elements : [argument]).map((output) =>
    output ? value(output) : refuse(argument, ' with holes'),
  );
  return { arrays: names.slice(0, arrays), numbers, body, outputs };
}
