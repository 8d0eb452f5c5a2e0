/** The design of a contract: a tree of its algebra beside its JSON, what it means in words, and its payoff, all as one types. */
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Lines } from '../../shared/charts/lines.js';
import { time } from '../../shared/format.js';
import { useAction } from '../../shared/load.js';
import { Button, Facts, Field } from '../../shared/ui/controls.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, ErrorView } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { checked, contractText, isEmpty, isSaved, marketFault, marketText, name, save } from '../draft/draft.js';
import { face } from '../draft/face.js';
import { ROOT } from '../draft/parts.js';
import { lineOf } from '../draft/pointer.js';
import { Tree } from '../editor/tree.js';
import { Publish } from './publish.js';

type Editor = ComponentType<{
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly faults: readonly number[];
}>;

/** The editor's code is large, and is loaded when the design is opened. */
function useEditor(): Editor | undefined {
  const loaded = useSignal<{ readonly editor?: Editor }>({});
  useEffect(() => {
    void import('../editor/json-editor.js').then(({ JsonEditor }) => (loaded.value = { editor: JsonEditor }));
  }, []);
  return loaded.value.editor;
}

export function Design() {
  const publishing = useSignal(false);
  const saving = useAction(async () => {
    await save();
    toast('Saved.');
  });
  const Editor = useEditor();
  if (isEmpty.value)
    return (
      <>
        <Head title="Design" />
        <Empty title="No contract on the desk">
          <p>
            Begin with a <a href={`${ROOT}/start`}>template or a draft</a>.
          </p>
        </Empty>
      </>
    );
  const { faults = [], contract } = checked.value ?? {};
  return (
    <>
      <Head title="Design" about="Every change is checked, described and drawn as you type.">
        <span class="hint">{isSaved.value ? 'Saved' : 'Not saved'}</span>
        <Button disabled={saving.running || contract === undefined} onClick={saving.start}>
          Save
        </Button>
        <Button kind="primary" disabled={contract === undefined} onClick={() => (publishing.value = true)}>
          Publish
        </Button>
      </Head>
      {saving.error && <ErrorView error={saving.error} />}
      <div class="filters">
        <Field label="Name" value={name.value} maxLength={200} onInput={(next) => (name.value = next)} />
      </div>
      <Meaning />
      <div class="columns">
        <section class="section tree" aria-label="Tree of the contract">
          <h2>Contract</h2>
          <Tree faults={faults} />
        </section>
        <section class="section">
          <h2>The same as JSON</h2>
          {Editor ? (
            <Editor
              label="Contract as JSON"
              text={contractText.value}
              onInput={(text) => (contractText.value = text)}
              faults={faults.map(({ pointer }) => lineOf(contractText.value, pointer))}
            />
          ) : (
            <div class="loading">Loading the editor …</div>
          )}
          <h2>Market</h2>
          <p class="hint">As contract/price takes it: spots, volatilities, dividends, correlations, rate and valuation date.</p>
          {Editor && <Editor label="Market as JSON" text={marketText.value} onInput={(text) => (marketText.value = text)} faults={[]} />}
          {marketFault.value && <span class="fault">The market {marketFault.value}</span>}
        </section>
      </div>
      {publishing.value && <Publish onClose={() => (publishing.value = false)} />}
    </>
  );
}

/** The contract in words and as a picture, or what is wrong with it. */
function Meaning() {
  if (face.value === undefined || checked.value === undefined) return <div class="loading">Loading the engine …</div>;
  const { faults, description, horizon, names = [], profile } = checked.value;
  if (faults.length > 0)
    return (
      <div class="notice bad" role="status">
        <strong>{faults.length === 1 ? 'One thing is wrong' : `${faults.length} things are wrong`}</strong>
        <ul>
          {faults.map(({ pointer, reason }) => (
            <li key={pointer + reason}>
              {pointer !== '' && <code>{pointer}</code>} {reason}
            </li>
          ))}
        </ul>
      </div>
    );
  const start = profile?.underlying === undefined ? undefined : profile.start[profile.underlying];
  return (
    <div class="columns meaning">
      <div class="section">
        <div class="notice good" role="status">
          <strong>In words</strong>
          <span>{description}</span>
        </div>
        <Facts
          items={[
            ['Last payment', time(horizon)],
            ['Underlyings', names.join(', ') || 'none'],
          ]}
        />
        {names.length > 1 && <p class="hint">The payoff is drawn where all underlyings move in proportion.</p>}
      </div>
      {profile && profile.points.length > 0 && (
        <Lines
          title="Payoff"
          up="price units, undiscounted"
          across={profile.underlying === undefined ? 'Spot' : `Level of ${profile.underlying} at the last payment`}
          lines={[
            {
              name: 'Sum of payments on a straight path',
              series: 1,
              points: profile.points.map(({ spot, payoff }) => ({ x: spot, y: payoff })),
            },
          ]}
          marks={start === undefined ? [] : [{ x: start, label: 'today' }]}
          fromZero
        />
      )}
    </div>
  );
}
