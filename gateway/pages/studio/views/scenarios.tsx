/** Profit and loss of the draft over a grid of spot and volatility. */
import { call } from '../../shared/api.js';
import { HeatMap } from '../../shared/charts/heat-map.js';
import { INTERVAL, measured } from '../../shared/format.js';
import { DRAFTS, save } from '../draft/draft.js';
import { Analysis } from './analysis.js';

const SPOT_SHOCKS = [-0.3, -0.2, -0.1, -0.05, 0, 0.05, 0.1, 0.2, 0.3];
/** Absolute, the highest first, as a map has it. */
const VOLATILITY_SHOCKS = [0.1, 0.05, 0.02, 0, -0.02, -0.05, -0.1];
const SCENARIO_PATHS = 4_096;

interface Grid {
  readonly basePrice: number;
  readonly standardError: number;
  readonly results: readonly {
    readonly spotShock: number;
    readonly volatilityShock: number;
    readonly pnl: number;
    readonly standardError: number;
  }[];
}

const percent = (shock: number): string => `${shock > 0 ? '+' : ''}${Math.round(shock * 100)} %`;
const points = (shock: number): string => `${shock > 0 ? '+' : ''}${Math.round(shock * 100)} pts`;

async function compute(signal: AbortSignal): Promise<Grid> {
  const id = await save();
  const body = { spotShocks: SPOT_SHOCKS, volatilityShocks: VOLATILITY_SHOCKS, pricer: { numPaths: SCENARIO_PATHS } };
  return (await call<Grid>('POST', `${DRAFTS}/${id}/scenarios`, { body, signal })).data;
}

export const Scenarios = () => (
  <Analysis
    title="Spot × volatility"
    about="What is gained or lost where the spot and the volatility move at once, all on the same paths. The draft is saved first."
    compute={compute}
  >
    {({ basePrice, standardError, results }) => (
      <HeatMap
        title={`Change from ${measured(basePrice, standardError)}`}
        unit="price units"
        across="Spot"
        down="volatility"
        columns={SPOT_SHOCKS.map(percent)}
        rows={VOLATILITY_SHOCKS.map(points)}
        cell={(row, column) => {
          const found = results.find(
            ({ spotShock, volatilityShock }) => spotShock === SPOT_SHOCKS[column] && volatilityShock === VOLATILITY_SHOCKS[row],
          );
          return { value: found?.pnl ?? 0, error: INTERVAL * (found?.standardError ?? 0) };
        }}
      />
    )}
  </Analysis>
);
