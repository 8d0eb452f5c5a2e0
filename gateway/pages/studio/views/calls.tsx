/** On which date the note of the draft is called, how often, and what that means for its life. */
import { call } from '../../shared/api.js';
import { Bars } from '../../shared/charts/bars.js';
import { decimal, measured } from '../../shared/format.js';
import { Facts } from '../../shared/ui/controls.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty } from '../../shared/ui/states.js';
import { checked, contractValue, marketValue } from '../draft/draft.js';
import { WhenPriceable } from '../draft/parts.js';
import { Analysis } from './analysis.js';

const CALL_PATHS = 65_536;

interface Note {
  readonly terms: object;
  readonly notional: number;
}

interface Calls {
  readonly price: number;
  readonly standardError: number;
  readonly callProbabilities: readonly { readonly date: string; readonly probability: number }[];
  readonly expectedLife: number;
  readonly expectedCoupons: number;
  readonly numPaths: number;
}

/** The autocallable note that a contract is, as it stands or times a notional; undefined where it is none. */
function noteOf(contract: unknown, notional = 1): Note | undefined {
  const {
    type,
    factor,
    contract: part,
  } = (contract ?? {}) as { readonly type?: string; readonly factor?: number; readonly contract?: unknown };
  if (type === 'scaled' && typeof factor === 'number' && factor > 0) return noteOf(part, notional * factor);
  return type === 'worst_of_autocall' ? { terms: contract as object, notional } : undefined;
}

export function CallProbabilities() {
  const note = checked.value && noteOf(contractValue.value);
  const title = 'Call probabilities';
  if (checked.value !== undefined && note === undefined)
    return (
      <>
        <Head title={title} />
        <WhenPriceable>
          <Empty title="Nothing here can be called">
            <p>Call probabilities are those of a worst-of autocall, alone or times a notional.</p>
          </Empty>
        </WhenPriceable>
      </>
    );
  const compute = async (signal: AbortSignal): Promise<Calls> => {
    const body = { product: { ...note?.terms, notional: note?.notional }, market: marketValue.value, pricer: { numPaths: CALL_PATHS } };
    return (await call<Calls>('POST', '/api/v1/structured/price', { body, signal })).data;
  };
  return (
    <Analysis title={title} about="How often the note is called on each of its dates, on the paths of its price." compute={compute}>
      {({ price, standardError, callProbabilities, expectedLife, expectedCoupons, numPaths }) => {
        const called = callProbabilities.reduce((sum, { probability }) => sum + probability, 0);
        // The error of a share of independent paths; a lattice of points does better.
        const errorOf = (probability: number): number => 1.96 * Math.sqrt((probability * (1 - probability)) / numPaths) * 100;
        return (
          <div class="columns">
            <Bars
              title="Called on"
              unit="% of paths"
              write={(value) => decimal(value, value < 10 ? 1 : 0)}
              bars={[
                ...callProbabilities.map(({ date, probability }) => ({
                  label: date,
                  value: probability * 100,
                  error: errorOf(probability),
                })),
                { label: 'never', value: (1 - called) * 100, error: errorOf(1 - called) },
              ]}
            />
            <Facts
              items={[
                ['Price', measured(price, standardError)],
                ['Called at some time', `${decimal(called * 100, 1)} %`],
                ['Expected life', `${decimal(expectedLife, 2)} years`],
                ['Expected coupons', decimal(expectedCoupons, 2)],
              ]}
            />
          </div>
        );
      }}
    </Analysis>
  );
}
