/** Parts that several views of the studio share. */
import type { ComponentChildren } from 'preact';
import { call } from '../../shared/api.js';
import { Empty } from '../../shared/ui/states.js';
import { checked, isEmpty, isPriceable, marketFault, name, pricingBody } from './draft.js';
import { pointerOf } from './pointer.js';

export const ROOT = '/studio';

/** A simulated price with its error. */
export interface Priced {
  readonly price: number;
  readonly standardError: number;
  readonly numPaths: number;
}

/** Prices the draft with so many paths, on the seed of every other price of it. @param contract in place of the draft's own */
export async function priceWith(numPaths: number, signal?: AbortSignal, contract?: unknown): Promise<Priced> {
  const body = { ...pricingBody({ numPaths }), ...(contract !== undefined && { contract }) };
  return (await call<Priced>('POST', '/api/v1/contract/price', { body, ...(signal && { signal }) })).data;
}

/** Name and words of the draft, above what is computed of it. */
const Summary = () => (
  <div class="notice">
    <strong>{name.value || 'Untitled'}</strong>
    <span>{checked.value?.description}</span>
  </div>
);

/** Shows what is computed of the draft, or says what to do first where it cannot be priced yet. */
export function WhenPriceable({ children }: { readonly children: ComponentChildren }) {
  if (isEmpty.value)
    return (
      <Empty title="No contract on the desk">
        <p>
          Begin with a <a href={`${ROOT}/start`}>template or a draft</a>.
        </p>
      </Empty>
    );
  if (checked.value === undefined) return <div class="loading">Loading the engine …</div>;
  if (!isPriceable.value)
    return (
      <Empty title="The contract cannot be priced yet">
        <p>
          <Faults /> Mend it in the <a href={ROOT}>design</a>.
        </p>
      </Empty>
    );
  return (
    <>
      <Summary />
      {children}
    </>
  );
}

/** The first fault of the draft as a sentence. */
const Faults = () => {
  const [fault] = checked.value?.faults ?? [];
  if (fault === undefined) return marketFault.value ? <>The market {marketFault.value}.</> : null;
  return (
    <>
      <code>{fault.pointer || 'The contract'}</code> {fault.reason}.
    </>
  );
};

/** A place in the contract as people say it, such as `specs › 2 › contract › strike`. */
export const spokenPath = (path: Parameters<typeof pointerOf>[0]): string =>
  path.map((part) => (typeof part === 'number' ? String(part + 1) : part)).join(' › ') || pointerOf(path);
