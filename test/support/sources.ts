/** The sources as text, and the imports of each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#services/runtime/version';

/** The client of TypeScript is a package of its own, whose exports are for its users. */
const CLIENT_PACKAGE = 'openapi/clients/typescript/';

/** The folders of code. */
const FOLDERS = ['proto', 'gateway', 'services', 'engine-gpu', 'openapi', 'test', 'k8s'] as const;

export interface Import {
  /** Specifier, as written in the source. */
  readonly specifier: string;
  /** Absent from the compiled file. */
  readonly typeOnly: boolean;
  /** True if the module is loaded only when the program reaches the import. */
  readonly dynamic?: true;
}

interface Source {
  /** Path from the root of the repository, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** A static import or re-export, of a type or not, with names or without. */
const STATIC = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

const importsIn = (text: string): Import[] => [
  ...[...text.matchAll(STATIC)].map(([, type, specifier]) => ({ specifier: specifier!, typeOnly: type !== undefined })),
  ...[...text.matchAll(DYNAMIC)].map(([, specifier]) => ({ specifier: specifier!, typeOnly: false, dynamic: true as const })),
];

export const sources: readonly Source[] = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.split(path.sep).includes('node_modules'))
    .map((name) => {
      const file = path.posix.join(folder, name.replaceAll(path.sep, '/'));
      const text = readFileSync(path.join(packageRoot, file), 'utf8');
      return { file, text, imports: importsIn(text) };
    })
    .filter(({ file }) => !file.startsWith(CLIENT_PACKAGE)),
);

const aliases: Record<string, string> = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')).imports;

/** The source file that a specifier resolves to, or undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return sourceOf(path.posix.join(path.posix.dirname(from), specifier));
  for (const [alias, target] of Object.entries(aliases)) {
    const [start, end] = alias.split('*') as [string, string?];
    const matches = end === undefined ? specifier === start : specifier.startsWith(start);
    if (matches) return sourceOf(target.replace('*', specifier.slice(start.length)).replace(/^\.\/dist\//, ''));
  }
  return undefined;
}

/** The source of a compiled file: pages of the browser have elements in theirs. */
function sourceOf(compiled: string): string {
  const source = compiled.replace(/\.js$/, '.ts');
  return existsSync(path.join(packageRoot, `${source}x`)) ? `${source}x` : source;
}

/** The package of a specifier, `@scope/name` or `name`, or one of Node's own modules. */
export const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
