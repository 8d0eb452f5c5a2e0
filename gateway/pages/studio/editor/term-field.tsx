/** One term of a contract as a field: a number, a date, a choice, a list. */
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { spoken, type Term } from '../draft/forms.js';

interface TermFieldProps {
  readonly term: Term;
  readonly value: unknown;
  readonly fault: string | undefined;
  readonly onChange: (next: unknown) => void;
}

/** A list as people type it, its entries apart by commas. */
const listText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

/** The value that a text means for a term; undefined for an empty one, which leaves an optional term out. */
function meaning({ kind, numeric }: Term, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = (part: string): unknown => (Number.isFinite(Number(part)) ? Number(part) : part);
  if (kind === 'number') return number(trimmed);
  if (kind !== 'list') return trimmed;
  const parts = trimmed.split(/[\s,]+/).filter((part) => part !== '');
  return numeric ? parts.map(number) : parts;
}

const textOf = ({ kind }: Term, value: unknown): string => (kind === 'list' ? listText(value) : value === undefined ? '' : String(value));

export function TermField({ term, value, fault, onChange }: TermFieldProps) {
  const id = useId();
  const typed = useSignal(textOf(term, value));
  const isSame = JSON.stringify(meaning(term, typed.value)) === JSON.stringify(value);
  // Another value from outside replaces what is typed; one's own spelling of the same value, such as 1.0, stays.
  useEffect(() => {
    if (!isSame) typed.value = textOf(term, value);
  }, [JSON.stringify(value)]);
  const { name, kind, optional, options, hint } = term;
  const shared = {
    id,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
    title: hint,
  };
  return (
    <div class={`field term ${kind === 'list' ? 'wide' : ''}`}>
      <label for={id}>
        {spoken(name)}
        {optional && <span class="unit">optional</span>}
      </label>
      {kind === 'choice' || kind === 'flag' ? (
        <select
          {...shared}
          class="input"
          value={String(value ?? '')}
          onInput={({ currentTarget }) => {
            const chosen = currentTarget.value;
            onChange(chosen === '' ? undefined : kind === 'flag' ? chosen === 'true' : chosen);
          }}
        >
          {(optional || value === undefined) && <option value="">–</option>}
          {(kind === 'flag' ? ['true', 'false'] : options).map((option) => (
            <option key={option} value={option} selected={option === String(value)}>
              {kind === 'flag' ? (option === 'true' ? 'Yes' : 'No') : spoken(option)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          class={`input ${kind === 'number' ? 'number' : ''}`}
          type={(kind === 'date' ? 'date' : 'text') as 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            onChange(meaning(term, currentTarget.value));
          }}
        />
      )}
      {fault !== undefined && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
