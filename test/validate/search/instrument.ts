/** Writes a switch around every arithmetic result of the compiled engine, in a copy: each is a place at which a fault of one per cent can be put in. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyNode, parse } from 'acorn';
import { packageRoot } from '#services/runtime/version';
import { copyOfPackage } from '#test/support/package-copy';

interface Place {
  /** Folder of the engine. */
  readonly area: string;
  /** File and line of the compiled engine, and the expression. */
  readonly position: string;
}

/** Folders of the engine whose numbers a fault may change. */
const AREAS = ['calibration', 'formula', 'market', 'math', 'method', 'model', 'pricers', 'product', 'risk', 'simulation', 'time'];
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/']);
const MAX_SHOWN = 100;

/** The places of one module, and its text with a switch at each. @param first number of its first place */
function instrumented(file: string, first: number): { readonly text: string; readonly places: readonly Place[] } {
  const source = readFileSync(file, 'utf8');
  const tree = parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  const relative = path.relative(path.join(packageRoot, 'dist/engine-gpu'), file);
  const places: Place[] = [];
  const inserts: { readonly position: number; readonly text: string }[] = [];
  const visit = (node: AnyNode, isInFunction: boolean): void => {
    if (node.type === 'BinaryExpression' && ARITHMETIC.has(node.operator) && isInFunction) {
      inserts.push({ position: node.start, text: `__fault(${first + places.length},` }, { position: node.end, text: ')' });
      const expression = source.slice(node.start, node.end).replaceAll(/\s+/g, ' ').slice(0, MAX_SHOWN);
      places.push({ area: relative.split(path.sep)[0]!, position: `${relative}:${node.loc?.start.line}: ${expression}` });
    }
    const inside = isInFunction || /Function/.test(node.type);
    for (const [name, value] of Object.entries(node)) {
      // Counters of loops and positions in arrays are whole numbers.
      if (node.type === 'ForStatement' && (name === 'init' || name === 'test' || name === 'update')) continue;
      if (node.type === 'MemberExpression' && node.computed && name === 'property') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child !== null && typeof child === 'object' && 'type' in child) visit(child as AnyNode, inside);
    }
  };
  visit(tree, false);
  // Inserts that close stand before those that open at the same position, and outer expressions open first.
  const ordered = inserts
    .map((each, i) => ({ ...each, i }))
    .toSorted((a, b) => a.position - b.position || Number(b.text === ')') - Number(a.text === ')') || a.i - b.i);
  let [text, copied] = ["import { fault as __fault } from '#test/validate/search/fault-switch';", 0];
  for (const { position, text: insert } of ordered) {
    text += source.slice(copied, position) + insert;
    copied = position;
  }
  return { text: text + source.slice(copied), places };
}

/** Copies the package to a temporary folder with an instrumented engine. */
export function instrumentedCopy(): { readonly folder: string; readonly places: readonly Place[] } {
  const folder = copyOfPackage('svc-faults-');
  const places: Place[] = [];
  for (const area of AREAS) {
    const root = path.join(packageRoot, 'dist/engine-gpu', area);
    for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!entry.endsWith('.js')) continue;
      const module = instrumented(path.join(root, entry), places.length);
      places.push(...module.places);
      const target = path.join(folder, 'dist/engine-gpu', area, entry);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, module.text);
    }
  }
  return { folder, places };
}
