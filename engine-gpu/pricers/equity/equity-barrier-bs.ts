import { barrierOption } from '../../formula/barrier.js';
import { discreteBarrierOption } from '../../formula/discrete-barrier.js';
import { flatBlackScholesMarket } from '../../market/equity.js';
import { barrierOption as instrument } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Option with one barrier: continuously monitored by Reiner and Rubinstein (1991), at discrete dates by recursive quadrature. */
export const equityBarrierBs = pricer({
  id: 'equity_barrier_bs',
  version: 6,
  status: 'production-candidate',
  summary: 'Single-barrier option with rebate, Black-Scholes-Merton: closed form, or quadrature over the monitoring dates',
  needs: [],
  instrument,
  market: flatBlackScholesMarket,
  price: ({ instrument, market }) => {
    const { monitoringDates, optionType, rebatePayment = 'at_hit', ...terms } = instrument;
    const option = { ...terms, ...market, rebatePayment, sign: signOf(optionType) };
    return monitoringDates === undefined ? { price: barrierOption(option) } : discreteBarrierOption(option, monitoringDates);
  },
});
