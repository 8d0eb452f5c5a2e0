import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { type Import, packageOf, resolveImport, sources } from '../support/sources.js';

interface Dependency extends Import {
  readonly from: string;
  /** The source file or the package. */
  readonly to: string;
}

const byImporter = new Map(
  sources.map(({ file, imports }) => [
    file,
    imports.map((each): Dependency => ({ ...each, from: file, to: resolveImport(file, each.specifier) ?? packageOf(each.specifier) })),
  ]),
);
const dependencies = [...byImporter.values()].flat();
/** The dependencies of a file. */
const dependenciesOf = (file: string): readonly Dependency[] => byImporter.get(file) ?? [];
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const from = (folder: string): readonly Dependency[] => dependencies.filter((each) => inside(folder)(each.from));
const isFile = (name: string): boolean => byImporter.has(name);
const isOurs = ({ specifier }: Import): boolean => /^[.#]/.test(specifier);
const topOf = (file: string): string => file.split('/', 1)[0]!;
const product = sources.filter(({ file }) => !inside('test')(file));

/** The dependencies that a rule does not allow, as `from → to`. */
const offending = (list: readonly Dependency[], allowed: (dependency: Dependency) => boolean): string[] =>
  list.filter((each) => !allowed(each)).map((each) => `${each.from} → ${each.specifier}`);

/** The aliases that each top-level folder may import, as a pattern. */
const REACH: Readonly<Record<string, RegExp>> = {
  proto: /^$/,
  'engine-gpu': /^$/,
  services: /^#(engine$|engine\/schemas$|proto\/)/,
  gateway:
    /^#(engine\/schemas$|proto\/|services\/((rpc|runtime|resources|jobs)\/|(calibration|pricing|risk|reference)\/methods$|compute\/method$))/,
  // Pages take types alone (below): of what the engine's bundles export, and of the server.
  'gateway/pages': /^#(engine\/schemas$|gateway\/|openapi\/clients\/verify\/|services\/runtime\/)/,
  openapi: /^#(gateway\/|engine\/schemas$|services\/runtime\/)/,
  // The bundle that computes without a server holds the engine, and what stands above it up to the operations.
  'openapi/clients/verify':
    /^#(gateway\/|engine$|engine\/schemas$|engine-gpu\/(base|product\/contract)\/|proto\/|services\/(calibration|pricing|risk|compute|resources|rpc|runtime)\/)/,
  test: /^#/,
  k8s: /^$/,
};

/** The folders of services that each of them may import. */
const SERVICE_REACH: Readonly<Record<string, readonly string[]>> = {
  runtime: ['resources/key.ts'],
  rpc: ['runtime/', 'store/failure.ts'],
  compute: ['runtime/', 'rpc/', 'resources/tier.ts'],
  resources: [],
  jobs: [],
  store: ['resources/'],
  reference: ['runtime/', 'rpc/', 'resources/', 'store/', 'jobs/'],
  supervisor: ['runtime/'],
  pricing: ['runtime/', 'rpc/', 'compute/', 'jobs/blocks.ts'],
  calibration: ['runtime/', 'rpc/', 'compute/'],
  risk: ['runtime/', 'rpc/', 'compute/', 'jobs/blocks.ts'],
};

/** The floors of the engine from the top down: a folder imports from those above it in this list, never from those below. */
const ENGINE_FLOORS: readonly string[] = [
  'base',
  'math',
  'time',
  'random',
  'backend',
  'formula',
  'market',
  'product',
  'model',
  'method',
  'simulation/emit',
  'simulation/process',
  'simulation/payoff',
  'simulation/estimator',
  'simulation/run',
  'simulation/note',
  'simulation/exercise',
  'simulation/exposure/paths',
  'simulation/exposure/swaption',
  'simulation/exposure/contract',
  'simulation/exposure/trade',
  'simulation/exposure/sensitivities',
  'simulation/exposure/plan',
  'calibration',
  'pricers',
  'valuation',
  'risk',
];

/** The floors of the gateway, as those of the engine. */
const GATEWAY_FLOORS: readonly string[] = [
  'contract',
  'stored',
  'run',
  'resource',
  'batch',
  'portfolio',
  'product',
  'print',
  'term-sheet',
  'studio',
  'validation',
  'job',
  'operations',
  'desk',
  'http',
  'admin',
  'threads',
  'seed',
  'pages',
];

/** The step of the build that bundles the pages; all other code of that room runs in browsers. */
const BUNDLER = ['gateway/pages/bundle.ts', 'gateway/pages/list.ts'];

/** The files at the gateway's root: the processes and threads, and what composes them. */
const GATEWAY_ROOT = ['main', 'worker', 'thread', 'app', 'compose'].map((name) => `gateway/${name}.ts`);

/** The files at the engine's root: its public faces. */
const ENGINE_FACES = ['engine-gpu/index.ts', 'engine-gpu/schemas.ts'];

/** The floors of the reference service, whose rooms are gRPC services of their own, and the processes and what composes them. */
const REFERENCE_FLOORS = ['base', 'evidence', 'documents', 'governance', 'access', 'jobs'];
const REFERENCE_ROOT = ['main', 'methods', 'handlers', 'observed-store', 'bounded-store', 'admin', 'backup'].map(
  (name) => `services/reference/${name}.ts`,
);

const HOUSES = [
  { house: 'engine-gpu', floors: ENGINE_FLOORS, root: ENGINE_FACES },
  { house: 'gateway', floors: GATEWAY_FLOORS, root: GATEWAY_ROOT },
  { house: 'services/reference', floors: REFERENCE_FLOORS, root: REFERENCE_ROOT },
];

const OUTSIDE = ['fs', 'net', 'http', 'http2', 'https', 'tls', 'dgram', 'dns', 'child_process', 'cluster', 'inspector', 'repl', 'sqlite'];

describe('imports', () => {
  it('are all found, so that the rules below apply to each', () => {
    expect(sources.length).to.be.greaterThan(100);
    for (const { from, specifier, to } of dependencies.filter(isOurs))
      expect(
        sources.some(({ file }) => file === to),
        `${from} → ${specifier}`,
      ).to.equal(true);
    for (const { file, text } of sources) {
      // Compares the lines that begin like an import or a re-export with the imports that were read.
      const begun = text.match(/^(import\s+(type\s|[{*']|\w+(,\s*[{*]|\s+from))|export\s+(\*|type\s*\{|\{)[^=]*?from\b)/gm) ?? [];
      const read = dependencies.filter((each) => each.from === file);
      expect(read.length, file).to.be.at.least(begun.length);
    }
  });

  it('stay inside a top-level folder when they are relative', () => {
    const relative = dependencies.filter(({ specifier }) => specifier.startsWith('.'));
    expect(offending(relative, ({ from, to }) => topOf(from) === topOf(to))).to.deep.equal([]);
  });

  for (const [folder, reach] of Object.entries(REACH)) {
    it(`of ${folder} reach only what it may import`, () => {
      const roomOf = (file: string) => Object.keys(REACH).findLast((each) => inside(each)(file));
      const across = from(folder).filter((each) => each.specifier.startsWith('#') && roomOf(each.from) === folder);
      expect(offending(across, ({ specifier }) => reach.test(specifier))).to.deep.equal([]);
    });
  }

  it('of a service do not reach another service', () => {
    const between = from('services').filter(({ to }) => inside('services')(to));
    expect(
      offending(between, ({ from, to }) => {
        const [, room] = from.split('/') as [string, string];
        expect(Object.keys(SERVICE_REACH)).to.include(room);
        const target = to.slice('services/'.length);
        return target.startsWith(`${room}/`) || SERVICE_REACH[room]!.some((allowed) => target.startsWith(allowed));
      }),
    ).to.deep.equal([]);
  });

  for (const { house, floors, root } of HOUSES)
    it(`of ${house} go down its floors, and no other file stands at its root`, () => {
      const floorOf = (file: string): number =>
        root.includes(file) ? floors.length : floors.findIndex((floor) => inside(`${house}/${floor}`)(file));
      const homeless = sources.filter(({ file }) => inside(house)(file) && floorOf(file) < 0).map(({ file }) => file);
      expect(homeless).to.deep.equal([]);
      const within = from(house).filter(({ to }) => inside(house)(to));
      expect(offending(within, ({ from, to }) => floorOf(to) <= floorOf(from))).to.deep.equal([]);
    });

  it('of pages reach types alone of the server, and nothing of the server reaches pages', () => {
    const inPages = inside('gateway/pages');
    const ofPages = from('gateway/pages').filter((each) => !BUNDLER.includes(each.from));
    expect(ofPages.length).to.be.greaterThan(10);
    expect(offending(ofPages, ({ to, typeOnly }) => inPages(to) || typeOnly || !isFile(to))).to.deep.equal([]);
    const builtins = new Set(builtinModules);
    expect(offending(ofPages, ({ to }) => !builtins.has(to.replace(/^node:/, '')))).to.deep.equal([]);
    const outside = dependencies.filter((each) => !inPages(each.from) && !inside('test')(each.from));
    expect(offending(outside, ({ to }) => !inPages(to))).to.deep.equal([]);
  });

  it('of engine-gpu open neither network nor disk', () => {
    const closed = new Set(OUTSIDE.flatMap((name) => [name, `node:${name}`]));
    expect(offending(from('engine-gpu'), ({ to }) => !closed.has(to))).to.deep.equal([]);
  });

  it('of GPU packages are in engine-gpu/backend only', () => {
    const gpu = dependencies.filter(({ to }) => ['gpu.js', 'webgpu'].includes(to));
    expect(offending(gpu, ({ from }) => inside('engine-gpu/backend')(from) || inside('test')(from))).to.deep.equal([]);
  });

  it('of proto-loader are in proto/loader.ts only, except for its types', () => {
    const loader = dependencies.filter(({ to, typeOnly }) => to === '@grpc/proto-loader' && !typeOnly);
    expect(loader.map(({ from }) => from)).to.deep.equal(['proto/loader.ts']);
  });

  it('of database drivers are in services/store only', () => {
    const drivers = dependencies.filter(({ to }) => ['mongodb', 'better-sqlite3', 'better-sqlite3-napi'].includes(to));
    expect(drivers.length).to.be.greaterThan(1);
    expect(offending(drivers, ({ from }) => inside('services/store')(from) || inside('test')(from))).to.deep.equal([]);
  });

  it('of Temporal are in services/jobs and its tests only, and are loaded only where a process uses it', () => {
    const temporal = dependencies.filter(({ to }) => to.startsWith('@temporalio/'));
    expect(temporal.length).to.be.greaterThan(1);
    expect(offending(temporal, ({ from }) => inside('services/jobs')(from) || inside('test/services/jobs')(from))).to.deep.equal([]);
    const users = dependencies.filter(
      ({ from, to, typeOnly }) => /^services\/jobs\/temporal-(client|worker|bundle)/.test(to) && !typeOnly && !inside('test')(from),
    );
    expect(users.filter(({ dynamic }) => dynamic).map(({ from }) => from)).to.have.members([
      'gateway/worker.ts',
      'services/reference/main.ts',
    ]);
    expect(offending(users, ({ from, dynamic }) => dynamic === true || inside('services/jobs')(from))).to.deep.equal([]);
  });

  it('of OpenTelemetry are in one file, and are loaded only where traces are on', () => {
    const telemetry = dependencies.filter(({ to }) => to.startsWith('@opentelemetry/'));
    expect(telemetry.length).to.be.greaterThan(1);
    const isOnDemand = ({ from, dynamic, typeOnly }: Dependency) =>
      from === 'services/runtime/trace-export.ts' && (dynamic === true || typeOnly);
    expect(offending(telemetry, isOnDemand)).to.deep.equal([]);
  });

  it('bring no device code and no database driver into the gateway, directly or indirectly', () => {
    const reached = reachable('gateway/main.ts');
    expect(reached).to.include('express').and.to.include('engine-gpu/schemas.ts');
    for (const heavy of [
      'gpu.js',
      'webgpu',
      'piscina',
      'mongodb',
      'better-sqlite3',
      'services/store/sqlite-driver.ts',
      'engine-gpu/index.ts',
    ])
      expect(reached).not.to.include(heavy);
  });

  it('form no cycle of files', () => {
    expect(cycles()).to.deep.equal([]);
  });

  it('form no cycle of files by imports of types either', () => {
    expect(componentsOf(product.map(({ file }) => [file, dependenciesOf(file).map(({ to }) => to)]))).to.deep.equal([]);
  });

  it('form no cycle of folders, whether nested, or by imports of types', () => {
    const edges = product.map(({ file }): [string, string[]] => [
      path.dirname(file),
      dependenciesOf(file).map(({ to }) => path.dirname(to)),
    ]);
    expect(componentsOf(edges)).to.deep.equal([]);
  });

  it('of packages are listed in package.json, those of the product as dependencies and not as development dependencies', () => {
    const manifest = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
    const { dependencies: installed, optionalDependencies, devDependencies } = manifest;
    const isKnown = ({ from, to, typeOnly }: Dependency) =>
      to in installed ||
      to in optionalDependencies ||
      builtinModules.includes(to.replace(/^node:/, '')) ||
      // A bundle holds its packages; who runs it installs none.
      ((inside('test')(from) || BUNDLER.includes(from) || inside('openapi/clients/verify')(from) || typeOnly) && to in devDependencies);
    expect(
      offending(
        dependencies.filter((each) => !isOurs(each)),
        isKnown,
      ),
    ).to.deep.equal([]);
  });

  it('of Node’s own modules have the prefix node:', () => {
    expect(
      dependencies
        .filter(({ to, specifier }) => builtinModules.includes(to) && specifier === to)
        .map(({ from, specifier }) => `${from} → ${specifier}`),
    ).to.deep.equal([]);
  });
});

/** All files and packages that are loaded with this file. */
function reachable(start: string, reached = new Set<string>()): Set<string> {
  reached.add(start);
  for (const { to, typeOnly } of dependenciesOf(start)) if (!typeOnly && !reached.has(to)) reachable(to, reached);
  return reached;
}

/** The cycles of files that load each other. */
const cycles = (): string[] =>
  componentsOf(
    product.map(({ file }) => [
      file,
      dependenciesOf(file)
        .filter(({ typeOnly }) => !typeOnly)
        .map(({ to }) => to),
    ]),
  );

/**
 * The strongly connected components of more than one node (Tarjan 1972): sets of nodes in which each reaches every other.
 *
 * @param imports nodes with the nodes that they import; a node may stand in the list more than once
 * @returns the names of each component in alphabetical order, separated by spaces
 */
function componentsOf(imports: readonly (readonly [string, readonly string[]])[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const [node, targets] of imports) {
    const neighbours = edges.get(node) ?? new Set();
    for (const target of targets) if (target !== node) neighbours.add(target);
    edges.set(node, neighbours);
  }
  const order = new Map<string, number>();
  const stack: string[] = [];
  const components: string[] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    stack.push(node);
    let low = index;
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) as number);
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) components.push(component.sort().join(' '));
    }
    return low;
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return components;
}
