import { barrierOption, continuousLevel } from '../../formula/barrier.js';
import { flatBlackScholesMarket } from '../../market/equity.js';
import { barrierOption as instrument } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../pricer.js';

/** Single-barrier option of Reiner and Rubinstein's (1991) eight kinds; discrete monitoring by Broadie, Glasserman and Kou's shift. */
export const equityBarrierBs = pricer({
  id: 'equity_barrier_bs',
  version: 1,
  status: 'production-candidate',
  summary: 'Single-barrier option with rebate, Black-Scholes-Merton, closed form',
  needs: [],
  evidence: ['barrier'],
  instrument,
  market: flatBlackScholesMarket,
  price: ({ instrument, market }) => {
    const { monitoringDates, optionType, rebatePayment = 'at_hit', ...terms } = instrument;
    const option = { ...terms, ...market, rebatePayment, sign: signOf(optionType) };
    if (monitoringDates === undefined) return { price: barrierOption(option) };
    const level = continuousLevel(terms.level, terms.direction, market.volatility, terms.time / monitoringDates);
    return { price: barrierOption({ ...option, level }) };
  },
});
