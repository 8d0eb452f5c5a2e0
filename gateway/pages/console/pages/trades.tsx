/** Booked trades, and files of new ones: checked line by line before one is booked. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { call } from '../../shared/api.js';
import { count, words } from '../../shared/format.js';
import { useAction, useList } from '../../shared/load.js';
import { parameter, setParameters } from '../../shared/router.js';
import { Badge, Button, Select, type Tone } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, ErrorView, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';

interface Trade {
  readonly id: string;
  readonly tradeDate: string;
  readonly type: string;
  readonly currencies: readonly string[];
  readonly underlyings: readonly string[];
  readonly maturityDate: string;
  readonly status: 'booked' | 'amended' | 'cancelled' | 'matured';
  readonly portfolioId?: string;
  readonly counterpartyId?: string;
}

const TONES: Readonly<Record<Trade['status'], Tone | undefined>> = {
  ...{ booked: 'good', amended: 'accent', cancelled: 'bad', matured: undefined },
};

interface Portfolio {
  readonly id: string;
  readonly name: string;
}

export function Trades() {
  const portfolioId = parameter('portfolioId');
  const portfolios = useList<Portfolio>('/api/v1/portfolios', { limit: 200 }).value ?? [];
  const list = useList<Trade>('/api/v1/trades', { limit: 50, ...(portfolioId && { portfolioId }) });
  const isImporting = useSignal(false);
  const nameOf = (id: string | undefined): string | undefined => portfolios.find((each) => each.id === id)?.name ?? id;
  const columns: readonly Column<Trade>[] = [
    { title: 'Traded on', cell: ({ tradeDate }) => tradeDate },
    { title: 'Type', cell: ({ type }) => <strong>{words(type)}</strong> },
    { title: 'In', cell: ({ currencies, underlyings }) => [...currencies, ...underlyings].join(', ') },
    { title: 'Last payment', cell: ({ maturityDate }) => maturityDate },
    { title: 'Portfolio', align: 'wrap', cell: (trade) => nameOf(trade.portfolioId) },
    { title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
    { title: 'Id', cell: ({ id }) => <code>{id}</code> },
  ];
  return (
    <>
      <Head title="Trades" about="Booked trades. They are amended and cancelled, and never removed.">
        <Button kind="primary" onClick={() => (isImporting.value = true)}>
          Import a file
        </Button>
      </Head>
      <div class="filters">
        <Select
          label="Portfolio"
          value={portfolioId}
          options={[{ value: '', label: 'all' }, ...portfolios.map(({ id, name }) => ({ value: id, label: name }))]}
          onInput={(id) => setParameters({ portfolioId: id })}
        />
      </div>
      <WhenLoaded of={list}>
        {(trades) =>
          trades.length === 0 ? (
            <Empty title="No trades">
              Import a CSV file, or book one with <code>POST /api/v1/trades</code>.
            </Empty>
          ) : (
            <Table caption="Trades" columns={columns} rows={trades} keyOf={({ id }) => id} />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {isImporting.value && <Import onClose={() => (isImporting.value = false)} onBooked={list.reload} />}
    </>
  );
}

interface Line {
  readonly line: number;
  readonly outcome: 'booked' | 'valid' | 'refused' | 'failed';
  readonly error?: { readonly message: string };
}

interface Imported {
  readonly lines: readonly Line[];
  readonly summary: {
    readonly lines: number;
    readonly booked: number;
    readonly valid: number;
    readonly refused: number;
    readonly failed: number;
  };
}

/** Lines with a fault that are shown; a file may have thousands. */
const SHOWN_LINES = 50;

const lineColumns: readonly Column<Line>[] = [
  { title: 'Line', align: 'number', cell: ({ line }) => count(line) },
  { title: 'Why it is refused', align: 'wrap', cell: ({ error }) => error?.message },
];

const tradesOf = (number: number): string => `${count(number)} ${number === 1 ? 'trade' : 'trades'}`;

/** A name of one attempt to book: a second click books nothing twice. */
const newName = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function Import({ onClose, onBooked }: { readonly onClose: () => void; readonly onBooked: () => void }) {
  const file = useSignal<File | undefined>(undefined);
  const checked = useSignal<Imported | undefined>(undefined);
  const name = useMemo(newName, [file.value]);
  const send = async (query: Readonly<Record<string, string>>): Promise<Imported> => {
    const isCsv = !/\.(jsonl|ndjson)$/.test(file.value?.name ?? '');
    const text = { type: isCsv ? 'text/csv' : 'application/x-ndjson', content: (await file.value?.text()) ?? '' };
    const headers: Readonly<Record<string, string>> = query.dryRun === 'true' ? {} : { 'Idempotency-Key': name };
    return (await call<Imported>('POST', '/desk/v1/trades/import', { query, text, headers })).data;
  };
  const check = useAction(async () => {
    checked.value = await send({ dryRun: 'true' });
  });
  const book = useAction(async () => {
    const { summary, lines } = await send({ partial: 'true' });
    onBooked();
    toast(`Booked: ${tradesOf(summary.booked)}.`);
    if (summary.failed > 0) checked.value = { summary, lines };
    else onClose();
  });
  const { summary, lines = [] } = checked.value ?? {};
  const faulty = lines.filter(({ error }) => error !== undefined);
  const error = check.error ?? book.error;
  return (
    <Dialog title="Import trades" onClose={onClose}>
      <p class="hint">
        A CSV file with a header: <code>tradeDate</code>, <code>portfolioId</code>, <code>type</code>, <code>currency</code> and the further
        terms by their names; or JSON lines. Every line is checked, and nothing is booked before you say so.
      </p>
      <div class="field">
        <label for="import-file">File</label>
        <input
          id="import-file"
          class="input"
          type="file"
          accept=".csv,.jsonl,.ndjson,text/csv"
          onChange={({ currentTarget: { files } }) => {
            file.value = files?.[0];
            checked.value = undefined;
            if (file.value) check.start();
          }}
        />
      </div>
      {check.running && <p role="status">Checking …</p>}
      {summary && (
        <p role="status">
          {count(summary.valid)} of {count(summary.lines)} lines can be booked.
          {faulty.length > SHOWN_LINES && ` The first ${SHOWN_LINES} that cannot are shown.`}
        </p>
      )}
      {faulty.length > 0 && (
        <Table caption="Lines that cannot be booked" columns={lineColumns} rows={faulty.slice(0, SHOWN_LINES)} keyOf={({ line }) => line} />
      )}
      {error && <ErrorView error={error} />}
      <div class="form-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" disabled={!summary || summary.valid === 0 || book.running} onClick={book.start}>
          {book.running ? 'One moment …' : summary ? `Book ${tradesOf(summary.valid)}` : 'Book'}
        </Button>
      </div>
    </Dialog>
  );
}
