/** The tree of the contract algebra: each part with its terms as fields, to be changed, wrapped, replaced and taken out. */
import { contractText, contractValue, pretty, today } from '../draft/draft.js';
import { type Fault, face } from '../draft/face.js';
import { type Form, formOf, formsOf, spoken, type Term } from '../draft/forms.js';
import { type Path, pointerOf, replaced } from '../draft/pointer.js';
import { TermField } from './term-field.js';

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Writes another value at a place of the contract; undefined removes it. */
const write = (path: Path, next: unknown): void => {
  contractText.value = pretty(replaced(contractValue.value, path, next));
};

/** A year from the day on which the contract begins. */
const inAYear = (): string => `${Number(today().slice(0, 4)) + 1}${today().slice(4)}`.replace('-02-29', '-02-28');

/** The first underlying and payment date that a part names, which what is put beside it or in its place takes over. */
function namesOf(value: unknown): { readonly underlying: string; readonly expiry: string } {
  const text = JSON.stringify(value) ?? '';
  return {
    underlying: /"underlyings?":\[?"([^"]+)"/.exec(text)?.[1] ?? 'SPX',
    expiry: /"(?:expiry|date)":"([^"]+)"/.exec(text)?.[1] ?? inAYear(),
  };
}

/** A first value of a term. */
function firstValue({ kind, options, numeric, name, terms, optional }: Term, like: ReturnType<typeof namesOf>): unknown {
  if (optional) return undefined;
  switch (kind) {
    case 'contract':
      return { type: 'cash', amount: 100, date: like.expiry };
    case 'contracts':
      return [{ type: 'cash', amount: 100, date: like.expiry }];
    case 'date':
      return like.expiry;
    case 'text':
      return like.underlying;
    case 'choice':
      return options[0];
    case 'flag':
      return false;
    case 'list':
      return numeric ? [1] : name === 'underlyings' ? [like.underlying] : [like.expiry];
    case 'group':
      return { type: 'barrier_condition', ...filled(terms, like) };
    case 'number':
      return /strike|level/i.test(name) ? 100 : 1;
  }
}

const filled = (terms: readonly Term[], like: ReturnType<typeof namesOf>): Part =>
  Object.fromEntries(terms.map((term) => [term.name, firstValue(term, like)]).filter(([, value]) => value !== undefined));

const partOf = ({ type, strategy, terms }: Form, like: ReturnType<typeof namesOf>): Part => ({
  type,
  ...(strategy !== undefined && { strategy }),
  ...filled(terms, like),
});

const titleOf = ({ type, strategy }: { readonly type?: unknown; readonly strategy?: unknown }): string => spoken(String(strategy ?? type));

/** The forms that hold one other contract, into which a part can be wrapped, and the name of what they hold. */
const WRAPPERS = [
  { type: 'scaled', holds: 'contract', does: 'Multiply' },
  { type: 'negated', holds: 'spec', does: 'Sell' },
  { type: 'conditional', holds: 'contract', does: 'Put under a barrier' },
  { type: 'combined', holds: 'specs', does: 'Combine with others' },
  { type: 'choice', holds: 'left', does: 'Offer a choice' },
] as const;

export function Tree({ faults }: { readonly faults: readonly Fault[] }) {
  const value = contractValue.value;
  if (!face.value) return <div class="loading">Loading the engine …</div>;
  if (!isPart(value)) return <p class="muted">The tree appears when the JSON can be read.</p>;
  return <Node value={value} path={[]} faults={faults} forms={formsOf(face.value)} removable={false} />;
}

interface NodeProps {
  readonly value: Part;
  readonly path: Path;
  readonly faults: readonly Fault[];
  readonly forms: readonly Form[];
  readonly removable: boolean;
}

function Node({ value, path, faults, forms, removable }: NodeProps) {
  const form = formOf(forms, value);
  const pointer = pointerOf(path);
  const like = namesOf(value);
  return (
    <details class="node" open>
      <summary>
        <strong>{titleOf(value)}</strong>
        {form && <span class="hint">{form.description}</span>}
      </summary>
      {faults
        .filter((fault) => fault.pointer === pointer || fault.pointer === `${pointer}/type`)
        .map(({ reason }) => (
          <p class="fault" key={reason}>
            {reason}
          </p>
        ))}
      {form && <Terms terms={form.terms} value={value} {...{ path, faults, forms }} />}
      <div class="actions node-actions">
        <label class="compact">
          Change into
          <select
            class="input"
            value=""
            onInput={({ currentTarget }) => {
              const next = forms[Number(currentTarget.value)];
              if (currentTarget.value !== '' && next) write(path, partOf(next, like));
              currentTarget.value = '';
            }}
          >
            <option value="">…</option>
            {forms.map((each, index) => (
              <option key={titleOf(each)} value={index}>
                {titleOf(each)}
              </option>
            ))}
          </select>
        </label>
        <label class="compact">
          Wrap
          <select
            class="input"
            value=""
            onInput={({ currentTarget }) => {
              const wrapper = WRAPPERS.find(({ type }) => type === currentTarget.value);
              const outer = wrapper && formOf(forms, wrapper);
              if (wrapper && outer) write(path, { ...partOf(outer, like), [wrapper.holds]: wrapper.holds === 'specs' ? [value] : value });
              currentTarget.value = '';
            }}
          >
            <option value="">…</option>
            {WRAPPERS.map(({ type, does }) => (
              <option key={type} value={type}>
                {does}
              </option>
            ))}
          </select>
        </label>
        <Unwrap value={value} path={path} />
        {removable && (
          <button type="button" class="button small danger" onClick={() => write(path, undefined)}>
            Remove
          </button>
        )}
      </div>
    </details>
  );
}

/** Puts the only contract that a part holds in the part's place. */
function Unwrap({ value, path }: Pick<NodeProps, 'value' | 'path'>) {
  const [only, ...others] = [value.contract, value.spec, ...(Array.isArray(value.specs) ? value.specs : [])].filter(isPart);
  if (only === undefined || others.length > 0) return null;
  return (
    <button type="button" class="button small" onClick={() => write(path, only)}>
      Unwrap
    </button>
  );
}

interface TermsProps extends Pick<NodeProps, 'value' | 'path' | 'faults' | 'forms'> {
  readonly terms: readonly Term[];
}

/** The faults at a place, and inside what stands there. */
const faultsAt = (faults: readonly Fault[], path: Path): readonly Fault[] => {
  const pointer = pointerOf(path);
  return faults.filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
};

/** The terms of a part; those that may be left out, and are, stand behind a button where nothing is wrong with them. */
function Terms({ terms, value, path, faults, forms }: TermsProps) {
  const isShown = ({ name, optional }: Term): boolean =>
    !optional || value[name] !== undefined || faultsAt(faults, [...path, name]).length > 0;
  const fieldOf = (term: Term) => (
    <TermOrParts key={term.name} term={term} value={value[term.name]} path={[...path, term.name]} {...{ faults, forms }} />
  );
  const further = terms.filter((term) => !isShown(term));
  return (
    <>
      <div class="terms">{terms.filter(isShown).map(fieldOf)}</div>
      {further.length > 0 && (
        <details class="further">
          <summary>Further terms</summary>
          <div class="terms">{further.map(fieldOf)}</div>
        </details>
      )}
    </>
  );
}

interface TermProps extends Pick<NodeProps, 'path' | 'faults' | 'forms'> {
  readonly term: Term;
  readonly value: unknown;
}

function TermOrParts({ term, value, path, faults, forms }: TermProps) {
  if (term.kind === 'contract') return isPart(value) ? <Node {...{ value, path, faults, forms }} removable={false} /> : null;
  if (term.kind === 'contracts')
    return (
      <>
        {(Array.isArray(value) ? value : []).filter(isPart).map((part, index, { length }) => (
          <Node key={`part-${index}`} value={part} path={[...path, index]} {...{ faults, forms }} removable={length > 1} />
        ))}
        <div>
          <button type="button" class="button small" onClick={() => write(path, [...(Array.isArray(value) ? value : []), added(value)])}>
            Add a part
          </button>
        </div>
      </>
    );
  if (term.kind === 'group')
    return (
      <fieldset class="group">
        <legend class="legend">{spoken(term.name)}</legend>
        <Terms terms={term.terms} value={isPart(value) ? value : {}} {...{ path, faults, forms }} />
      </fieldset>
    );
  const [fault] = faultsAt(faults, path);
  return <TermField {...{ term, value }} fault={fault?.reason} onChange={(next) => write(path, next)} />;
}

/** The part that is added to a list: cash on the date of the first payment in it. */
const added = (parts: unknown): Part => ({ type: 'cash', amount: 100, date: namesOf(parts).expiry });
