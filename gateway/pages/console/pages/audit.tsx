/** The audit log: what was changed, by whom and from where, and whether its chain of hashes is whole. */
import { useSignal } from '@preact/signals';
import { call, type Page } from '../../shared/api.js';
import { ago, count, time } from '../../shared/format.js';
import { useAction, useList } from '../../shared/load.js';
import { parameter, setParameters } from '../../shared/router.js';
import { Badge, Button, Facts, Field } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, ErrorView, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { Code } from '../parts/common.js';
import { tenantId } from '../parts/tenant.js';

interface Entry {
  readonly number: number;
  readonly at: string;
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly address?: string;
  readonly correlationId: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly before?: string;
  readonly after?: string;
  readonly changes?: readonly object[];
  readonly hash: string;
  readonly signed: boolean;
  readonly effect?: 'made' | 'not_made';
}

interface Verification {
  readonly entries: number;
  readonly signed: number;
  readonly head: string;
  readonly intact: boolean;
  readonly broken?: { readonly entry: number; readonly reason: string };
}

const columns: readonly Column<Entry>[] = [
  { title: 'Entry', align: 'number', cell: ({ number }) => count(number) },
  { title: 'At (UTC)', cell: ({ at }) => <span title={ago(at)}>{time(at, true)}</span> },
  { title: 'Action', cell: ({ action }) => <strong>{action}</strong> },
  { title: 'Subject', cell: ({ subject }) => <code>{subject}</code> },
  { title: 'Actor', cell: ({ actor }) => <code>{actor}</code> },
  { title: 'From', cell: ({ address }) => address },
  { title: 'Effect', cell: ({ effect }) => effect === 'not_made' && <Badge tone="warning">not made</Badge> },
];

export function Audit() {
  const filters = { action: parameter('action'), subject: parameter('subject'), actor: parameter('actor') };
  const list = useList<Entry>('/admin/v1/audit', { limit: 50, tenantId: tenantId.value, effects: 'true', ...filters });
  const open = useSignal<Entry | undefined>(undefined);
  return (
    <>
      <Head title="Audit log" about="Each entry holds the hash of the one before, so that none can be changed or taken out unnoticed." />
      <Verify />
      <div class="filters">
        <Field
          label="Action"
          type="search"
          placeholder="key.revoke"
          value={filters.action}
          onInput={(action) => setParameters({ action })}
        />
        <Field
          label="Subject"
          type="search"
          placeholder="key_…"
          value={filters.subject}
          onInput={(subject) => setParameters({ subject })}
        />
        <Field label="Actor" type="search" placeholder="usr_…" value={filters.actor} onInput={(actor) => setParameters({ actor })} />
      </div>
      <WhenLoaded of={list}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="No entry matches">
              <p>Filters compare the whole text, such as key.create or the id of a user.</p>
            </Empty>
          ) : (
            <Table
              caption="Audit log"
              columns={columns}
              rows={entries}
              keyOf={({ number }) => number}
              actions={(entry) => (
                <Button small onClick={() => (open.value = entry)} label={`Details of entry ${entry.number}`}>
                  Details
                </Button>
              )}
            />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {open.value && <Details entry={open.value} onClose={() => (open.value = undefined)} />}
    </>
  );
}

/** Walks the whole chain when somebody asks for it. */
function Verify() {
  const verification = useSignal<Verification | undefined>(undefined);
  const { running, error, start } = useAction(async () => {
    const query = { limit: 1, tenantId: tenantId.value, verify: 'true' };
    const { data } = await call<Page<Entry> & { readonly verification?: Verification }>('GET', '/admin/v1/audit', { query });
    verification.value = data.verification;
  });
  const { value } = verification;
  return (
    <section class="section">
      <div class="actions">
        <Button disabled={running} onClick={start}>
          {running ? 'Checking …' : 'Check the chain'}
        </Button>
      </div>
      {error && <ErrorView error={error} />}
      {value && (
        <div class={`notice ${value.intact ? 'good' : 'bad'}`} role="status">
          <strong>
            {value.intact
              ? `All ${count(value.entries)} entries agree with their hashes.`
              : `Entry ${value.broken?.entry} does not agree: ${value.broken?.reason}`}
          </strong>
          <span class="hint">
            {count(value.signed)} signed. Hash of the last one that agrees: <code>{value.head}</code>
          </span>
        </div>
      )}
    </section>
  );
}

const Details = ({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) => (
  <Dialog title={`Entry ${entry.number}: ${entry.action}`} onClose={onClose}>
    <Facts
      items={[
        ['At', `${time(entry.at, true)} UTC`],
        ['Subject', <code key="subject">{entry.subject}</code>],
        ['Actor', <code key="actor">{entry.actor}</code>],
        ['Correlation id', <code key="correlation">{entry.correlationId}</code>],
        ['Fields before', <code key="before">{entry.before ?? 'none'}</code>],
        ['Fields after', <code key="after">{entry.after ?? 'none'}</code>],
        ['Hash', <code key="hash">{entry.hash}</code>],
        ['Signed', entry.signed ? 'yes' : 'no'],
      ]}
    />
    {entry.changes && <Code title="Changes" text={JSON.stringify(entry.changes, undefined, 2)} />}
    {Object.keys(entry.details).length > 0 && <Code title="Details" text={JSON.stringify(entry.details, undefined, 2)} />}
  </Dialog>
);
