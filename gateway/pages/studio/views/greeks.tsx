/** The Greeks of the draft, each with its error, and the part of each underlying. */
import { call } from '../../shared/api.js';
import { measured } from '../../shared/format.js';
import { Table } from '../../shared/ui/table.js';
import { pricingBody } from '../draft/draft.js';
import { Analysis } from './analysis.js';

const GREEKS = ['delta', 'gamma', 'vega', 'theta', 'rho'] as const;
type Greek = (typeof GREEKS)[number];
const UNITS: Readonly<Record<Greek, string>> = {
  delta: 'per 1.00 of spot',
  gamma: 'per 1.00 of spot squared',
  vega: 'per 1.00 of volatility',
  theta: 'per year',
  rho: 'per 1.00 of rate',
};

type Values = Readonly<Record<Greek, number>>;

export interface GreeksResult extends Values {
  readonly price: number;
  readonly standardError: number;
  readonly standardErrors: Values;
  readonly underlyings: readonly ({ readonly name: string } & Pick<Values, 'delta' | 'gamma' | 'vega'>)[];
  readonly warnings?: readonly string[];
}

const GREEKS_PATHS = 32_768;

export const greeksOf = async (body: object, signal: AbortSignal): Promise<GreeksResult> =>
  (await call<GreeksResult>('POST', '/api/v1/contract/greeks', { body, signal })).data;

/** The rows of a table of Greeks, the price first. */
export const rowsOf = ({ price, standardError, standardErrors, ...values }: GreeksResult) => [
  { name: 'Price', unit: 'price units', value: price, error: standardError },
  ...GREEKS.map((greek) => ({
    name: greek.charAt(0).toUpperCase() + greek.slice(1),
    unit: UNITS[greek],
    value: values[greek],
    error: standardErrors[greek],
  })),
];

export const Greeks = () => (
  <Analysis
    title="Greeks"
    about="Sensitivities by bumps on the same paths, each with its 95 % interval."
    compute={(signal) => greeksOf(pricingBody({ numPaths: GREEKS_PATHS }), signal)}
  >
    {(greeks) => (
      <>
        {greeks.warnings?.map((warning) => (
          <div class="notice warning" key={warning}>
            {warning}
          </div>
        ))}
        <Table
          caption="Greeks"
          rows={rowsOf(greeks)}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Figure', cell: ({ name }) => <strong>{name}</strong> },
            { title: 'Value', align: 'number', cell: ({ value, error }) => measured(value, error) },
            { title: 'Unit', cell: ({ unit }) => <span class="muted">{unit}</span> },
          ]}
        />
        {greeks.underlyings.length > 1 && (
          <section class="section">
            <h2>By underlying</h2>
            <Table
              caption="Greeks by underlying"
              rows={greeks.underlyings}
              keyOf={({ name }) => name}
              columns={[
                { title: 'Underlying', cell: ({ name }) => <strong>{name}</strong> },
                ...(['delta', 'gamma', 'vega'] as const).map((greek) => ({
                  title: greek.charAt(0).toUpperCase() + greek.slice(1),
                  unit: UNITS[greek],
                  align: 'number' as const,
                  cell: (row: GreeksResult['underlyings'][number]) => row[greek].toPrecision(6),
                })),
              ]}
            />
          </section>
        )}
      </>
    )}
  </Analysis>
);
