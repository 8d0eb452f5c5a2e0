/** Receipts as the log of requests: every run with its body, its answer and its manifest, to be run again and copied as a program. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { ago, time } from '../../shared/format.js';
import { useAction, useList, useLoaded } from '../../shared/load.js';
import { address, go, parameter, setParameters } from '../../shared/router.js';
import { Badge, Button, CopyButton, Facts, Field } from '../../shared/ui/controls.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, ErrorView, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { Code, statusTone } from '../parts/common.js';
import { asCurl, asPython, asTypeScript, type Program } from '../parts/programs.js';

interface Summary {
  readonly runId: string;
  readonly operationId: string;
  readonly tag?: string;
  readonly pricerId: string;
  readonly createdAt: string;
}

interface Manifest {
  readonly engineVersion: string;
  readonly pricerId: string;
  readonly pricerVersion: number;
  readonly pricerFingerprint: string;
  readonly capabilityStatus: string;
  readonly marketDataAsOf: string;
  readonly warnings?: readonly string[];
}

interface Receipt {
  readonly runId: string;
  readonly operationId: string;
  readonly createdAt: string;
  readonly backend?: string;
  readonly traceId?: string;
  readonly request: unknown;
  readonly inputs?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly replayOf?: string;
  };
  readonly result: unknown;
  readonly manifest: Manifest;
}

interface Replay {
  readonly identical: boolean;
  readonly differences: readonly { readonly pointer: string; readonly original: unknown; readonly replayed: unknown }[];
}

interface Endpoint {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

const ROOT = '/console/receipts';
const pathOf = (runId: string): string => `/api/v1/governance/receipts/${encodeURIComponent(runId)}`;

const columns: readonly Column<Summary>[] = [
  { title: 'Made (UTC)', cell: ({ createdAt }) => <span title={ago(createdAt)}>{time(createdAt, true)}</span> },
  { title: 'Operation', cell: ({ operationId }) => <strong>{operationId}</strong> },
  { title: 'Group', cell: ({ tag }) => tag },
  { title: 'Pricer', cell: ({ pricerId }) => <code>{pricerId}</code> },
  {
    title: 'Run',
    cell: ({ runId }) => (
      <a href={`${ROOT}/${runId}`}>
        <code>{runId}</code>
      </a>
    ),
  },
];

export function Receipts() {
  const runId = address.value.path.slice(ROOT.length + 1);
  return runId === '' ? <List /> : <One key={runId} runId={decodeURIComponent(runId)} />;
}

function List() {
  const filters = { operation: parameter('operation'), pricerId: parameter('pricer'), from: parameter('from'), to: parameter('to') };
  const instant = (day: string) => (day === '' ? undefined : `${day}T00:00:00Z`);
  const list = useList<Summary>('/api/v1/governance/receipts', {
    ...{ limit: 50, operation: filters.operation, pricerId: filters.pricerId },
    ...{ from: instant(filters.from), to: instant(filters.to) },
  });
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <>
      <Head title="Receipts" about="Every number leaves a receipt: what was asked, what was answered, and what computed it.">
        <Button onClick={list.reload}>Reload</Button>
      </Head>
      <div class="filters">
        <Field
          label="Run id"
          type="search"
          placeholder="01a2…"
          value=""
          onInput={(id) => id.trim().length === 36 && go(`${ROOT}/${id.trim()}`)}
        />
        <Field
          label="Operation"
          type="search"
          placeholder="priceOption"
          value={filters.operation}
          onInput={(operation) => setParameters({ operation })}
        />
        <Field
          label="Pricer"
          type="search"
          placeholder="equity_vanilla_bs"
          value={filters.pricerId}
          onInput={(pricer) => setParameters({ pricer })}
        />
        <Field label="From" type="date" value={filters.from} onInput={(from) => setParameters({ from })} />
        <Field label="Before" type="date" value={filters.to} onInput={(to) => setParameters({ to })} />
      </div>
      <WhenLoaded of={list}>
        {(receipts) =>
          receipts.length === 0 ? (
            <Empty title={isFiltered ? 'No receipt matches' : 'No receipt yet'}>
              <p>
                {isFiltered ? 'Filters compare the whole name of the operation or pricer.' : 'Price something: its receipt appears here.'}
              </p>
              {isFiltered && <Button onClick={() => go(ROOT)}>Remove the filters</Button>}
            </Empty>
          ) : (
            <Table caption="Receipts" columns={columns} rows={receipts} keyOf={({ runId }) => runId} />
          )
        }
      </WhenLoaded>
      <More list={list} />
    </>
  );
}

/** The endpoint of each operation, as the service lists them. */
async function endpointOf(operationId: string, signal: AbortSignal): Promise<Endpoint | undefined> {
  const { data } = await call<{ readonly scopes: readonly { readonly endpoints: readonly Endpoint[] }[] }>('GET', '/api/v1/entitlements', {
    signal,
  });
  return data.scopes.flatMap(({ endpoints }) => endpoints).find((each) => each.operationId === operationId);
}

/** True of the answers of operations on netting sets, of which there are reports. */
const hasExposure = (answer: unknown): boolean => Array.isArray((answer as { readonly exposure?: unknown } | undefined)?.exposure);

function One({ runId }: { readonly runId: string }) {
  const receipt = useLoaded(
    async (signal) => {
      const { data } = await call<Receipt>('GET', pathOf(runId), { signal });
      return { ...data, endpoint: await endpointOf(data.operationId, signal) };
    },
    [runId],
  );
  return (
    <>
      <Head title="Receipt" about={runId}>
        <a class="button" href={`/desk/v1/receipts/${encodeURIComponent(runId)}/file`} download>
          Download as a file
        </a>
        <a class="button" href={`/verify?run=${encodeURIComponent(runId)}`}>
          Verify in this browser
        </a>
        {hasExposure(receipt.value?.result) && (
          <a class="button" href={`/desk/v1/receipts/${encodeURIComponent(runId)}/report`} target="_blank" rel="noopener">
            Report to print
          </a>
        )}
        {hasContract(receipt.value?.request) && (
          <a class="button" href={`/studio?run=${encodeURIComponent(runId)}`}>
            Open in the studio
          </a>
        )}
        <a class="button" href={ROOT}>
          All receipts
        </a>
      </Head>
      <WhenLoaded of={receipt}>
        {({ operationId, createdAt, backend, traceId, request, inputs, result, manifest, endpoint }) => (
          <>
            <Facts
              items={[
                ['Operation', operationId],
                ['Made', `${time(createdAt, true)} UTC, ${ago(createdAt)}`],
                ['Pricer', <code key="pricer">{`${manifest.pricerId} ${manifest.pricerVersion}`}</code>],
                [
                  'Status',
                  <Badge key="status" tone={statusTone(manifest.capabilityStatus)}>
                    {manifest.capabilityStatus}
                  </Badge>,
                ],
                ['Market data as of', manifest.marketDataAsOf],
                ...(backend ? ([['Backend', backend]] as const) : []),
                ...(traceId ? ([['Trace', <code key="trace">{traceId}</code>]] as const) : []),
                ...(inputs?.replayOf
                  ? ([
                      [
                        'Repeats',
                        <a key="of" href={`${ROOT}/${inputs.replayOf}`}>
                          {inputs.replayOf}
                        </a>,
                      ],
                    ] as const)
                  : []),
              ]}
            />
            {manifest.warnings?.map((warning) => (
              <div class="notice warning" key={warning}>
                {warning}
              </div>
            ))}
            <ReplayPanel runId={runId} />
            <div class="columns">
              <Code title="Request" text={JSON.stringify(request, undefined, 2)} />
              <Code title="Answer" text={JSON.stringify(result, undefined, 2)} />
            </div>
            {endpoint && (
              <Programs program={{ ...endpoint, path: filled(endpoint.path, inputs?.params), query: inputs?.query ?? {}, body: request }} />
            )}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

/** True for a request that prices a contract of the algebra. */
const hasContract = (request: unknown): boolean =>
  typeof (request as { readonly contract?: unknown } | null | undefined)?.contract === 'object';

const filled = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? `{${name}}`));

/** Runs the receipt again, and says whether every bit is the same. */
function ReplayPanel({ runId }: { readonly runId: string }) {
  const replay = useSignal<Replay | undefined>(undefined);
  const { running, error, start } = useAction(async () => {
    replay.value = undefined;
    replay.value = (await call<Replay>('POST', `${pathOf(runId)}/replay`)).data;
  });
  const [first] = replay.value?.differences ?? [];
  return (
    <section class="section">
      <div class="actions">
        <Button kind="primary" disabled={running} onClick={start}>
          {running ? 'Running again …' : 'Replay'}
        </Button>
        <span class="hint">Computes the answer again from the stored inputs, and compares it to the last bit.</span>
      </div>
      {error && <ErrorView error={error} />}
      {replay.value?.identical && (
        <div class="notice good" role="status">
          <strong>Identical to the last bit.</strong>
        </div>
      )}
      {first && (
        <div class="notice bad" role="status">
          <strong>
            Differs first at <code>{first.pointer}</code>
          </strong>
          <Facts
            items={[
              ['Original', <code key="original">{JSON.stringify(first.original)}</code>],
              ['Replayed', <code key="replayed">{JSON.stringify(first.replayed)}</code>],
              ['Differences', String(replay.value?.differences.length)],
            ]}
          />
        </div>
      )}
    </section>
  );
}

const LANGUAGES = [
  { name: 'curl', write: asCurl },
  { name: 'Python', write: asPython },
  { name: 'TypeScript', write: asTypeScript },
] as const;

function Programs({ program }: { readonly program: Program }) {
  const chosen = useSignal<(typeof LANGUAGES)[number]>(LANGUAGES[0]);
  const text = chosen.value.write(program, location.origin);
  return (
    <section class="section">
      <div class="page-head">
        <h2>The same request as a program</h2>
        <div class="actions">
          {LANGUAGES.map((language) => (
            <Button
              key={language.name}
              small
              kind={language === chosen.value ? 'primary' : 'plain'}
              onClick={() => (chosen.value = language)}
            >
              {language.name}
            </Button>
          ))}
          <CopyButton text={text} />
        </div>
      </div>
      <Code text={text} />
    </section>
  );
}
