/** Kernels as JavaScript where no code may be made from text: the syntax tree of the source becomes closures that do the same operations. */
import { powerOfTwo } from '../math/elementary/binary.js';
import type * as compiled from './javascript.js';
import { isWhole } from './webasm/kinds.js';
import { type Expression, type Operator, readKernel, type Statement, type Variable } from './webasm/read.js';

/** The values of one kernel while it runs: its variables by index, its arrays and its thread. */
interface Frame {
  readonly values: Float64Array;
  arrays: readonly Float32Array[];
  x: number;
  y: number;
}

/** A value of an expression; that of a comparison is a truth value. */
type Evaluate = (frame: Frame) => number | boolean;
type EvaluateNumber = (frame: Frame) => number;
type Execute = (frame: Frame) => void;

const UNARY: Partial<Record<Operator, (a: number) => number>> = {
  negate: (a) => -a,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  abs: Math.abs,
  sqrt: Math.sqrt,
  powerOfTwo,
};

const BINARY: Partial<Record<Operator, (a: EvaluateNumber, b: EvaluateNumber) => Evaluate>> = {
  '+': (a, b) => (frame) => a(frame) + b(frame),
  '-': (a, b) => (frame) => a(frame) - b(frame),
  '*': (a, b) => (frame) => a(frame) * b(frame),
  '/': (a, b) => (frame) => a(frame) / b(frame),
  min: (a, b) => (frame) => Math.min(a(frame), b(frame)),
  max: (a, b) => (frame) => Math.max(a(frame), b(frame)),
  '<': (a, b) => (frame) => a(frame) < b(frame),
  '<=': (a, b) => (frame) => a(frame) <= b(frame),
  '>': (a, b) => (frame) => a(frame) > b(frame),
  '>=': (a, b) => (frame) => a(frame) >= b(frame),
  '===': (a, b) => (frame) => a(frame) === b(frame),
  '!==': (a, b) => (frame) => a(frame) !== b(frame),
  '&&': (a, b) => (frame) => a(frame) && b(frame),
  '||': (a, b) => (frame) => a(frame) || b(frame),
};

/** @throws SyntaxError where the source is outside the subset of JavaScript that `readKernel` takes */
export const kernelFunction: typeof compiled.kernelFunction = ({ source, arrays: { length: arrayCount }, numbers }) => {
  const kernel = readKernel(source, arrayCount, numbers.map(isWhole));
  const places = new Map<Variable, number>();
  const placeOf = (variable: Variable): number => {
    const place = places.get(variable) ?? places.size;
    places.set(variable, place);
    return place;
  };

  const evaluated = (expression: Expression): Evaluate => {
    switch (expression.type) {
      case 'number': {
        const { value } = expression;
        return () => value;
      }
      case 'variable': {
        const place = placeOf(expression.variable);
        return ({ values }) => values[place]!;
      }
      case 'element': {
        const { array } = expression;
        const index = number(expression.index);
        return (frame) => frame.arrays[array]![index(frame)]!;
      }
      case 'thread':
        return expression.axis === 'x' ? ({ x }) => x : ({ y }) => y;
      case 'apply':
        return applied(expression.operator, expression.operands.map(evaluated));
    }
  };
  const number = (expression: Expression): EvaluateNumber => evaluated(expression) as EvaluateNumber;

  const executed = (statement: Statement): Execute => {
    switch (statement.type) {
      case 'set': {
        const place = placeOf(statement.variable);
        const value = number(statement.value);
        return (frame) => {
          frame.values[place] = value(frame);
        };
      }
      case 'if': {
        const test = evaluated(statement.test);
        const [body, otherwise] = [statement.body.map(executed), statement.otherwise.map(executed)];
        return (frame) => {
          for (const step of test(frame) ? body : otherwise) step(frame);
        };
      }
      case 'for': {
        const counter = placeOf(statement.counter);
        const [from, test] = [number(statement.from), evaluated(statement.test)];
        const body = statement.body.map(executed);
        return (frame) => {
          for (frame.values[counter] = from(frame); test(frame); frame.values[counter]!++) for (const step of body) step(frame);
        };
      }
    }
  };

  const parameters = kernel.numbers.map(placeOf);
  const body = kernel.body.map(executed);
  const outputs = kernel.outputs.map(number);
  const frame: Frame = { values: new Float64Array(places.size), arrays: [], x: 0, y: 0 };
  return function (this: compiled.KernelThread, ...args) {
    frame.arrays = args.slice(0, arrayCount) as Float32Array[];
    parameters.forEach((place, i) => {
      frame.values[place] = args[arrayCount + i] as number;
    });
    frame.x = this.thread.x;
    frame.y = this.thread.y;
    for (const step of body) step(frame);
    return outputs.length === 1 ? outputs[0]!(frame) : outputs.map((output) => output(frame));
  };
};

function applied(operator: Operator, operands: readonly Evaluate[]): Evaluate {
  const [a, b, c] = operands as readonly EvaluateNumber[];
  if (operator === 'choose') return (frame) => (a!(frame) ? b!(frame) : c!(frame));
  if (operator === '!') return (frame) => !a!(frame);
  const unary = UNARY[operator];
  if (unary !== undefined) return (frame) => unary(a!(frame));
  return BINARY[operator]!(a!, b!);
}
