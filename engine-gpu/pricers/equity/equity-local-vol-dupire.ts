import { type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { holdsCash, movingSurface, reportCashFaults } from '../../market/cash-dividends.js';
import { curveOf } from '../../market/curve-input.js';
import { dividendsOf } from '../../market/dividend-input.js';
import { equityMarketWithDividends } from '../../market/equity.js';
import { dupireParams } from '../../market/model-parameters.js';
import { arbitrageFaults } from '../../market/surface-arbitrage.js';
import { europeanUnderLocalVolatility } from '../../method/local-volatility-european.js';
import { fitLocalVolatility } from '../../method/local-volatility-fit.js';
import { repricingOf, repricingWarnings } from '../../method/surface-evaluation.js';
import { europeanOption, signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** European option under the local volatility (Dupire 1994) of a surface of quotes that is checked for arbitrage, by finite differences. */
export const equityLocalVolDupire = pricer({
  id: 'equity_local_vol_dupire',
  version: 3,
  status: 'production-candidate',
  summary: 'European option, Dupire local volatility, Crank-Nicolson with Rannacher start',
  needs: [],
  instrument: europeanOption,
  market: equityMarketWithDividends,
  params: dupireParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { strike, time, optionType } = instrument;
    const faults: Fault[] = [];
    const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
    const curve = curveOf(market, valuationDate);
    const dividends = dividendsOf(market.dividends ?? [], valuationDate, report, '/market/dividends');
    const quoted = { spot: market.spot, dividend: market.dividend, curve, ...(dividends.length > 0 && { dividends }) };
    const { strikes, expiries, volatilities } = params;
    const last = expiries.at(-1)!;
    if (time > last) throw invalid('/instrument/time', `must be at most ${last}, the last expiry of the surface; got ${time}`);
    const model = { type: 'local_vol', strikes, expiries, volatilities, quoted } as const;
    if (holdsCash(quoted)) reportCashFaults(model, quoted, report, '/market', (slice, quote) => `/params/volatilities/${slice}/${quote}`);
    else faults.push(...arbitrageFaults(movingSurface(model), '/params'));
    if (faults.length > 0) throw refusal(faults);
    const fit = fitLocalVolatility(movingSurface(model));
    const price = europeanUnderLocalVolatility({ strike, time, sign: signOf(optionType), quoted, fit }, params);
    return { price, repricing: [repricingOf(fit)], warnings: repricingWarnings(fit) };
  },
});
