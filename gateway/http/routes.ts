/** Which operation a method and a path mean. Paths are compared as they came: case and a slash at the end count. */
import type { Operation } from '../operation.js';
import { HttpFailure } from './errors.js';

export interface Match {
  readonly operation: Operation;
  /** Percent-decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * @param path without the query
 * @returns undefined where no operation has this path
 * @throws HttpFailure SVC-REQ-006 where the path has other methods; URIError where a parameter is not percent-encoded
 */
export type FindOperation = (method: string, path: string) => Match | undefined;

interface Node {
  readonly literals: Map<string, Node>;
  /** By the name of the path parameter. */
  readonly parameters: Map<string, Node>;
  /** By method; empty where no path ends here. */
  readonly operations: Map<string, Operation>;
  readonly path: string;
}

const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});

export function routes(operations: readonly Operation[]): FindOperation {
  const root = nodeAt('');
  /** Most paths have no parameter. */
  const literal = new Map<string, Node>();
  for (const operation of operations) {
    const { path, method } = operation;
    const node = path.split('/').slice(1).reduce(childFor, root);
    node.operations.set(method, operation);
    if (!path.includes('{')) literal.set(path, node);
  }
  return (method, path) => {
    const node = literal.get(path);
    if (node !== undefined) return { operation: operationOf(node, method), params: NO_PARAMETERS };
    if (path.charCodeAt(0) !== SLASH) return undefined;
    const params: [string, string][] = [];
    const found = find(root, path.split('/'), 1, params);
    if (found === undefined) return undefined;
    const decoded = Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)]));
    return { operation: operationOf(found, method), params: decoded };
  };
}

const SLASH = '/'.charCodeAt(0);
const PARAMETER = /^\{(\w+)\}$/;

const nodeAt = (path: string): Node => ({ literals: new Map(), parameters: new Map(), operations: new Map(), path });

function childFor(node: Node, segment: string): Node {
  const name = PARAMETER.exec(segment)?.[1];
  const [children, key] = name === undefined ? [node.literals, segment] : [node.parameters, name];
  let child = children.get(key);
  if (child === undefined) {
    child = nodeAt(`${node.path}/${segment}`);
    children.set(key, child);
  }
  return child;
}

/** A literal segment is taken before a parameter. Fills in the parameters of the path that was found. */
function find(node: Node, segments: readonly string[], index: number, params: [string, string][]): Node | undefined {
  if (index === segments.length) return node.operations.size > 0 ? node : undefined;
  const segment = segments[index];
  const literal = node.literals.get(segment);
  const found = literal && find(literal, segments, index + 1, params);
  if (found !== undefined || segment === '') return found;
  for (const [name, child] of node.parameters) {
    params.push([name, segment]);
    const below = find(child, segments, index + 1, params);
    if (below !== undefined) return below;
    params.pop();
  }
  return undefined;
}

function operationOf({ operations, path }: Node, method: string): Operation {
  const operation = operations.get(method === 'HEAD' ? 'GET' : method);
  if (operation !== undefined) return operation;
  const methods = [...operations.keys()].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
  throw new HttpFailure('SVC-REQ-006', `${method} is not a method of ${path}`, [], { Allow: methods.join(', ') });
}
