/** Every export is imported somewhere, by the product or by a test: what one file alone uses is not exported. */
import { expect } from 'chai';
import { resolveImport, sources } from '../support/sources.js';

/** Exports that no import names: generated types, what a bundle offers or replaces, and what mocha and Temporal find by name. */
const FOUND_OTHERWISE =
  /^(proto\/types\/.*|openapi\/clients\/verify\/(\w+-bundle|substitutes\/[\w-]+)\.ts#.*|test\/support\/(hooks|reporter)\.ts#(mochaHooks|default)|services\/jobs\/temporal-workflow\.ts#\w+|.*#ping$)/;

const DECLARED = /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const DESTRUCTURED = /^export const \{([^}]+)\} =/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/gm;
const STAR = /^export (?:type )?\*(?: as (\w+))? from '([^']+)'/gm;
const NAMED = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm;
const NAMESPACE = /^import (?:type )?\* as \w+ from '([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;
const FROM_TEXT = /\bfrom '(#[^']+)'/g;

interface Listed {
  readonly original: string;
  readonly alias: string;
}

/** The names in braces, each with the name that it has behind `as`. */
const listed = (text: string): Listed[] =>
  text
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((part) => {
      const [original = '', alias = original] = part.split(/ as |: /);
      return { original, alias };
    });

interface Module {
  /** Names that the file declares and exports. */
  readonly declared: Set<string>;
  /** Exported names that stand for a name of another file. */
  readonly passedOn: Map<string, { readonly file: string; readonly name: string }>;
  /** Files all of whose names it passes on. */
  readonly stars: readonly string[];
}

const modules = new Map<string, Module>(
  sources.map(({ file, text }) => {
    const declared = new Set([...text.matchAll(DECLARED)].map(([, name = '']) => name));
    for (const [, names = ''] of text.matchAll(DESTRUCTURED)) for (const { alias } of listed(names)) declared.add(alias);
    const passedOn = new Map<string, { file: string; name: string }>();
    for (const [, names = '', from] of text.matchAll(LISTED))
      for (const { original, alias } of listed(names)) {
        const target = from === undefined ? undefined : resolveImport(file, from);
        if (from === undefined) declared.add(alias);
        else if (target !== undefined) passedOn.set(alias, { file: target, name: original });
      }
    const stars = [...text.matchAll(STAR)].flatMap(([, , from = '']) => resolveImport(file, from) ?? []);
    return [file, { declared, passedOn, stars }];
  }),
);

const used = new Set<string>();

/** Marks a name of a file as used, and what it stands for. */
function use(file: string, name: string): void {
  const module = modules.get(file);
  if (module === undefined || used.has(`${file}#${name}`)) return;
  used.add(`${file}#${name}`);
  const target = module.passedOn.get(name);
  if (target !== undefined) use(target.file, target.name);
  else if (!module.declared.has(name)) for (const star of module.stars) use(star, name);
}

function useAll(file: string): void {
  const module = modules.get(file);
  if (module === undefined) return;
  for (const name of [...module.declared, ...module.passedOn.keys()]) use(file, name);
  for (const star of module.stars) useAll(star);
}

for (const { file, text } of sources) {
  for (const [, names = '', from = ''] of text.matchAll(NAMED)) {
    const target = resolveImport(file, from);
    if (target !== undefined) for (const { original } of listed(names)) use(target, original);
  }
  for (const pattern of [NAMESPACE, DYNAMIC])
    for (const [, from = ''] of text.matchAll(pattern)) {
      const target = resolveImport(file, from);
      if (target !== undefined) useAll(target);
    }
  // Programs that a test writes as text import by the package's own names.
  if (file.startsWith('test/'))
    for (const [, from = ''] of text.matchAll(FROM_TEXT)) {
      const target = resolveImport(file, from);
      if (target !== undefined && !text.includes(`from '${from}';\n`)) useAll(target);
    }
}

/** The file in whose place the bundle for browsers takes this one; undefined for any other file. */
const replacedBy = (file: string): string | undefined => (file.endsWith('.browser.ts') ? file.replace('.browser.ts', '.ts') : undefined);

for (const [file, { declared }] of modules) {
  const original = replacedBy(file);
  for (const name of original === undefined ? [] : declared) if (used.has(`${original}#${name}`)) use(file, name);
}

describe('exports', () => {
  it('of a file for browsers are those of the file that it replaces', () => {
    const files = [...modules.keys()].filter((file) => replacedBy(file) !== undefined);
    expect(files.length).to.be.greaterThan(5);
    const strange = files.flatMap((file) => {
      const names = modules.get(replacedBy(file)!)?.declared;
      return [...(modules.get(file)?.declared ?? [])].filter((name) => !names?.has(name)).map((name) => `${file}#${name}`);
    });
    expect(strange).to.deep.equal([]);
  });

  it('are imported somewhere', () => {
    const unused = [...modules].flatMap(([file, { declared, passedOn }]) =>
      [...declared, ...passedOn.keys()].map((name) => `${file}#${name}`).filter((name) => !used.has(name) && !FOUND_OTHERWISE.test(name)),
    );
    expect(unused, `${unused.length} exports:\n${unused.join('\n')}\n`).to.deep.equal([]);
  });
});
