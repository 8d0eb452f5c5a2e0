/** Buttons, badges and fields. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { toast } from './toast.js';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** `primary` is the one action that a view is about; `danger` takes something away. */
  readonly kind?: 'primary' | 'danger' | 'plain';
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** Replaces its text for screen readers. */
  readonly label?: string;
}

export const Button = ({ children, onClick, type = 'button', kind, small, disabled, label }: ButtonProps) => (
  <button
    type={type}
    class={['button', kind, small && 'small'].filter(Boolean).join(' ')}
    disabled={disabled}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </button>
);

export type Tone = 'good' | 'warning' | 'bad' | 'accent';

export const Badge = ({ tone, children }: { readonly tone?: Tone | undefined; readonly children: ComponentChildren }) => (
  <span class={`badge ${tone ?? ''}`}>{children}</span>
);

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search';
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
  /** `any`: a number need not be whole. */
  readonly step?: 'any';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Gets the focus when it appears. */
  readonly focus?: boolean;
  /** Lines of a text area; absent: one line. */
  readonly lines?: number;
}

export function Field({ label, value, onInput, hint, fault, type = 'text', focus, lines, ...attributes }: FieldProps) {
  const id = useId();
  const shared = {
    ...attributes,
    ...{ id, value, class: `input ${type === 'number' ? 'number' : ''}` },
    // A dialog gives the focus to the field that has this mark.
    autofocus: focus,
    ...{ 'aria-invalid': fault !== undefined, 'aria-describedby': hint === undefined && fault === undefined ? undefined : `${id}-note` },
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => onInput(event.currentTarget.value),
    ref: (element: HTMLElement | null) => {
      if (focus && element && !element.dataset.focused) {
        element.dataset.focused = 'true';
        element.focus();
      }
    },
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {lines === undefined ? <input {...shared} type={type as 'text'} /> : <textarea rows={lines} {...shared} />}
      {(hint !== undefined || fault !== undefined) && (
        <span id={`${id}-note`}>
          {hint !== undefined && <span class="hint">{hint}</span>}
          {fault !== undefined && <span class="fault">{fault}</span>}
        </span>
      )}
    </div>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onInput: (value: string) => void;
  readonly hint?: string;
}

export function Select({ label, value, options, onInput, hint }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} class="input" value={value} onInput={(event) => onInput(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && <span class="hint">{hint}</span>}
    </div>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly hint?: string;
}

/** A group of check boxes. */
export const Choices = ({ legend, options, chosen, onChange, hint }: ChoicesProps) => (
  <fieldset>
    <legend class="legend">{legend}</legend>
    <div class="choices">
      {options.map(({ value, label }) => (
        <label class="choice" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) => onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value))}
          />
          {label}
        </label>
      ))}
    </div>
    {hint !== undefined && <span class="hint">{hint}</span>}
  </fieldset>
);

/** Copies a text, and says so. */
export function CopyButton({
  text,
  label = 'Copy',
  small = true,
}: {
  readonly text: string;
  readonly label?: string;
  readonly small?: boolean;
}) {
  const done = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => copyBySelection(text));
    done.value = true;
    toast('Copied to the clipboard.');
    setTimeout(() => (done.value = false), 2_000);
  };
  return (
    <Button small={small} onClick={() => void copy()}>
      {done.value ? 'Copied' : label}
    </Button>
  );
}

/** Without TLS, browsers have no clipboard for scripts; a selected text can still be copied. */
function copyBySelection(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  // A dialog that is open makes everything outside it inert.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** A text that is shown once. */
export const Secret = ({ text }: { readonly text: string }) => (
  <div class="secret">
    <code>{text}</code>
    <CopyButton text={text} />
  </div>
);

/** A bar that is full at 1. */
export function Meter({ part, label, tone }: { readonly part: number; readonly label: string; readonly tone?: Tone }) {
  return (
    <svg class={`meter ${tone ?? ''}`} role="img" aria-label={label} viewBox="0 0 100 8" preserveAspectRatio="none">
      <rect width={100 * Math.min(1, Math.max(0, part))} height="8" />
    </svg>
  );
}

/** Names and values, one pair per line. */
export const Facts = ({ items }: { readonly items: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">{items.map(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={`${name}-value`}>{value}</dd>])}</dl>
);
