/** The draft on the desk: its texts, what they say, and where it is stored. */
import { computed, effect, signal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { type Contract, type Face, type Fault, face, type Profile } from './face.js';

/** A draft as the service stores it. */
export interface StoredDraft {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly contract: object;
  readonly market?: object;
  readonly notes?: string;
}

export const DRAFTS = '/api/v1/studio/drafts';
/** Under this name the browser keeps the texts, so that nothing is lost with the page. */
const KEPT = 'studio';
/** Points of the drawn payoff. */
const PROFILE_POINTS = 121;

export const name = signal('');
export const contractText = signal('');
export const marketText = signal('');
const notes = signal('');
/** The id of the stored draft, its ETag, and the texts that are stored; undefined where it is not stored. */
export const stored = signal<{ readonly id: string; readonly etag: string; readonly texts: string } | undefined>(undefined);

const texts = computed(() => JSON.stringify([name.value, contractText.value, marketText.value, notes.value]));
export const isEmpty = computed(() => contractText.value.trim() === '');
export const isSaved = computed(() => stored.value?.texts === texts.value);

export const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);

type Read = { readonly value: unknown } | { readonly fault: Fault };

function read(text: string): Read {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: { pointer: '', reason: `is not JSON: ${(error as Error).message}` } };
  }
}

const readContract = computed(() => read(contractText.value));
/** The contract as JSON; undefined while its text is none. */
export const contractValue = computed(() => ('value' in readContract.value ? readContract.value.value : undefined));
const readMarket = computed(() => read(marketText.value));
interface MarketValue {
  readonly spot?: number;
  readonly valuationDate?: string;
  readonly assets?: Readonly<Record<string, { readonly spot?: number }>>;
}
export const marketValue = computed(() => ('value' in readMarket.value ? (readMarket.value.value as MarketValue | null) : undefined));
export const marketFault = computed(() => ('fault' in readMarket.value ? readMarket.value.fault.reason : undefined));

/** The day from which the contract is read. */
export const today = (): string => marketValue.value?.valuationDate ?? new Date().toISOString().slice(0, 10);

interface Checked {
  readonly faults: readonly Fault[];
  /** The following are absent where there are faults. */
  readonly contract?: Contract;
  readonly description?: string;
  readonly horizon?: string;
  readonly names?: readonly string[];
  readonly profile?: Profile;
}

/** Checks, describes and draws a contract. */
export function check(light: Face, value: unknown): Checked {
  const parsed = light.parsedWith(light.contractSpec, value);
  if (!parsed.success) return { faults: light.faultsOf(parsed.error, value) };
  const contract = parsed.data;
  try {
    const faults = light.contractFaults(contract, today());
    if (faults.length > 0) return { faults };
    const names = light.underlyings(contract);
    return {
      ...{ faults, contract, names, description: light.describeContract(contract), horizon: light.horizon(contract) },
      profile: light.payoffProfile(contract, { points: PROFILE_POINTS, spots: spotsOf(names) }, today()),
    };
  } catch (error) {
    return { faults: [{ pointer: '', reason: (error as Error).message }] };
  }
}

/** The spots of the market, by the names of the contract's assets. */
function spotsOf(names: readonly string[]): Record<string, number> {
  const { spot, assets } = marketValue.value ?? {};
  return Object.fromEntries(
    names.flatMap((asset): [string, number][] => {
      const level = assets === undefined ? spot : assets[asset]?.spot;
      return typeof level === 'number' && level > 0 ? [[asset, level]] : [];
    }),
  );
}

/** The engine's findings about the contract; undefined while the engine is being loaded. */
export const checked = computed((): Checked | undefined => {
  if (face.value === undefined || isEmpty.value) return undefined;
  return 'fault' in readContract.value ? { faults: [readContract.value.fault] } : check(face.value, readContract.value.value);
});

/** True where the contract and its market can be sent to be priced. */
export const isPriceable = computed(() => checked.value?.contract !== undefined && marketFault.value === undefined);

/** The body of a request that prices the draft. */
export const pricingBody = (pricer: object) => ({ contract: contractValue.value, market: marketValue.value, pricer });

/** Takes other texts on the desk; they are not stored yet. */
export function lay(next: { readonly name: string; readonly contract: unknown; readonly market?: unknown; readonly notes?: string }): void {
  stored.value = undefined;
  name.value = next.name;
  contractText.value = pretty(next.contract);
  marketText.value = pretty(next.market ?? {});
  notes.value = next.notes ?? '';
}

export async function open(id: string): Promise<void> {
  const { data, etag = '' } = await call<StoredDraft>('GET', `${DRAFTS}/${encodeURIComponent(id)}`);
  lay(data);
  stored.value = { id, etag, texts: texts.value };
}

/** Stores the draft where that is needed. @returns its id @throws ApiError where somebody else has changed it since */
export async function save(): Promise<string> {
  const before = stored.value;
  if (before !== undefined && isSaved.value) return before.id;
  const written = texts.value;
  const body = {
    ...{ name: name.value.trim() || 'Untitled', contract: contractValue.value, market: marketValue.value },
    ...(notes.value !== '' && { notes: notes.value }),
  };
  const { data, etag = '' } = before
    ? await call<StoredDraft>('PUT', `${DRAFTS}/${before.id}`, { body, headers: { 'If-Match': before.etag } })
    : await call<StoredDraft>('POST', DRAFTS, { body });
  stored.value = { id: data.id, etag, texts: written };
  return data.id;
}

interface Kept {
  readonly name: string;
  readonly contract: string;
  readonly market: string;
  readonly notes: string;
  readonly stored?: { readonly id: string; readonly etag: string; readonly texts: string };
}

/** Brings back what the browser has kept, and keeps what changes from now on. */
export function keep(): void {
  const kept = localStorage.getItem(KEPT);
  if (kept !== null) {
    const before = JSON.parse(kept) as Kept;
    name.value = before.name;
    contractText.value = before.contract;
    marketText.value = before.market;
    notes.value = before.notes;
    stored.value = before.stored;
  }
  effect(() => {
    const now: Kept = {
      ...{ name: name.value, contract: contractText.value, market: marketText.value, notes: notes.value },
      ...(stored.value && { stored: stored.value }),
    };
    localStorage.setItem(KEPT, JSON.stringify(now));
  });
}
