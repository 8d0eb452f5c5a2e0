/** Mutants of a compiled module: its text with one operator, condition, number or call changed. */
import { type AnyNode, parse } from 'acorn';

export interface Mutant {
  readonly line: number;
  /** The text that stands there, and the one in its place. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
/** Factor of a number that is not whole; a whole one is greater by one. */
const SCALED = 1.01;

type Span = readonly [start: number, end: number];

/** The change that a node stands for; undefined where it has none. */
function changeOf(node: AnyNode, source: string): readonly [span: Span, to: string] | undefined {
  const text = ({ start, end }: { readonly start: number; readonly end: number }) => source.slice(start, end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const to = OPERATORS[node.operator];
      return to === undefined ? undefined : [[node.start, node.end], `${text(node.left)} ${to} ${text(node.right)}`];
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? [[node.start, node.end], ` ${text(node.argument)}`] : undefined;
    case 'ConditionalExpression':
    case 'IfStatement':
      return [[node.test.start, node.test.end], `!(${text(node.test)})`];
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'boolean') return [[node.start, node.end], String(!value)];
      if (typeof value !== 'number') return undefined;
      return [[node.start, node.end], String(Number.isInteger(value) ? value + 1 : value * SCALED)];
    }
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression' ? [[node.start, node.end], ';'] : undefined;
    default:
      return undefined;
  }
}

/** Nodes whose text says nothing of what the module does: the messages of errors. */
const isMessage = ({ type }: AnyNode): boolean => type === 'ThrowStatement' || type === 'TemplateLiteral';

export function mutantsOf(source: string): readonly Mutant[] {
  const tree = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const mutants: Mutant[] = [];
  const visit = (node: AnyNode): void => {
    if (isMessage(node)) return;
    const change = changeOf(node, source);
    if (change !== undefined) {
      const [[start, end], to] = change;
      mutants.push({
        line: node.loc?.start.line ?? 0,
        from: source.slice(start, end),
        to,
        text: source.slice(0, start) + to + source.slice(end),
      });
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (child !== null && typeof child === 'object' && 'type' in child) visit(child as AnyNode);
  };
  visit(tree);
  return mutants;
}
