import { execFile } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { documentFiles } from '#openapi/build';
import { packageRoot } from '#services/runtime/version';
import { leftOut, programs, tools } from '../support/clients/tools.js';
import { expectSuccess } from '../support/envelope.js';
import { temporaryFolders } from '../support/folder.js';
import { post } from '../support/http.js';
import { type SharedService, sharedService } from '../support/service.js';

/** The virtual machine runs for seconds, so fast compilation matters more than fast code. */
const JAVA_OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const run = async (command: string, parameters: readonly string[], options: { cwd?: string; env?: Record<string, string> } = {}) => {
  const { stdout } = await promisify(execFile)(command, parameters, {
    ...options,
    env: { ...process.env, ...options.env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
};

/** The fields of the generated classes that name a contract, a job or the side of an option, and say no more of its type than that there is one. */
const untypedForms = (models: string): string[] =>
  readdirSync(models).flatMap((file) =>
    readFileSync(path.join(models, file), 'utf8')
      .split('\n')
      .filter((line) => /^ {4}(contract|spec|left|right|request|option_type): .*\bAny\b/.test(line))
      .map((line) => `${file}:${line}`),
  );

describe('a client that is generated from openapi-wire.yaml', () => {
  const newFolder = temporaryFolders();
  let service: SharedService;
  let price: number;

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1, optionType: 'put' };
    price = expectSuccess(await post(service, '/api/v1/price', option)).price;
  });

  /** Every program prices an option, describes a nested contract and reads a refusal. */
  const expectAnswers = (output: string): void => {
    const [priced, described, refused, ...rest] = output.trim().split('\n');
    expect(priced!.split(' ')).to.deep.equal([String(price), 'equity_vanilla_bs']);
    expect(described).to.match(/SPX.*105.*2027-01-05/);
    expect(refused!.toLowerCase()).to.equal('400 true');
    expect(rest).to.deep.equal([]);
  };

  const generate = async (language: 'java' | 'python', folder: string, properties: string): Promise<void> => {
    const source = ['-i', documentFiles.wire, '-g', language, '-o', folder];
    const sourcesOnly = ['--global-property', 'models,apis,supportingFiles,modelTests=false,apiTests=false,modelDocs=false,apiDocs=false'];
    await run('java', [
      ...JAVA_OPTIONS,
      '-jar',
      tools.generator,
      'generate',
      ...source,
      ...sourcesOnly,
      '--additional-properties',
      properties,
    ]);
  };

  const clients = [
    {
      language: 'Java',
      missing: leftOut('generator', 'javaLibraries'),
      answers: async () => {
        const folder = newFolder();
        await generate('java', folder, 'library=native,hideGenerationTimestamp=true');
        const generated = path.join(folder, 'src/main/java');
        const sources = readdirSync(generated, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.java'));
        const classes = path.join(folder, 'classes');
        const libraries = path.join(tools.javaLibraries, '*');
        const program = path.join(programs, 'PriceOption.java');
        const compiler = JAVA_OPTIONS.map((option) => `-J${option}`);
        await run('javac', [...compiler, '-nowarn', '-proc:none', '-d', classes, '-cp', libraries, ...sources, program], {
          cwd: generated,
        });
        const classPath = `${classes}${path.delimiter}${libraries}`;
        return run('java', [...JAVA_OPTIONS, '-cp', classPath, 'PriceOption', service.url, service.key]);
      },
    },
    {
      language: 'Python',
      missing: leftOut('generator', 'python'),
      answers: async () => {
        const folder = newFolder();
        await generate('python', folder, 'packageName=openapi_client');
        const program = path.join(programs, 'price_option.py');
        return run(tools.python, [program, service.url, service.key], { env: { PYTHONPATH: folder } });
      },
    },
    {
      language: 'Python, by openapi-python-client',
      missing: leftOut('pythonGenerator'),
      answers: async () => {
        const folder = newFolder();
        const generated = path.join(folder, 'service_client');
        const configuration = path.join(folder, 'configuration.json');
        // Formatting what nobody reads would take as long as the generation.
        writeFileSync(configuration, JSON.stringify({ post_hooks: [] }));
        const source = ['--path', documentFiles.wire, '--output-path', generated, '--meta', 'none', '--config', configuration];
        await run(tools.pythonGenerator, ['generate', ...source, '--fail-on-warning']);
        expect(untypedForms(path.join(generated, 'models'))).to.deep.equal([]);
        const program = path.join(programs, 'price_option_attrs.py');
        return run(path.join(path.dirname(tools.pythonGenerator), 'python'), [program, service.url, service.key], {
          env: { PYTHONPATH: folder },
        });
      },
    },
    {
      language: 'TypeScript',
      missing: leftOut('typesGenerator'),
      answers: async () => {
        const folder = newFolder();
        await run(tools.typesGenerator, [documentFiles.wire, '-o', path.join(folder, 'service.d.ts')]);
        const program = path.join(folder, 'price-option.mts');
        copyFileSync(path.join(programs, 'price-option.ts.txt'), program);
        const types = ['--typeRoots', path.join(packageRoot, 'node_modules/@types'), '--types', 'node'];
        const compiler = path.join(packageRoot, 'node_modules/.bin/tsc');
        await run(compiler, ['--strict', '--target', 'es2023', '--module', 'preserve', ...types, program], { cwd: folder });
        return run(process.execPath, [path.join(folder, 'price-option.mjs'), service.url, service.key]);
      },
    },
  ] as const;

  for (const { language, missing, answers } of clients) {
    if (missing !== undefined) {
      process.stdout.write(`  The generated ${language} client is left out: ${missing}\n`);
      continue;
    }
    it(`prices an option in ${language}`, async function () {
      this.timeout(180_000);
      expectAnswers(await answers());
    });
  }
});
