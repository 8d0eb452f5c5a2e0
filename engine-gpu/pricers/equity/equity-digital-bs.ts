import { assetOrNothing, cashOrNothing } from '../../formula/digital.js';
import { zeroRate } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { blackScholesMarket } from '../../market/equity.js';
import { digitalOption } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Cash-or-nothing and asset-or-nothing options under Black and Scholes. */
export const equityDigitalBs = pricer({
  id: 'equity_digital_bs',
  version: 1,
  status: 'production-candidate',
  summary: 'Digital option, cash or asset, Black-Scholes-Merton, closed form',
  needs: [],
  instrument: digitalOption,
  market: blackScholesMarket,
  price: ({ instrument: { strike, time, optionType, pays, payout }, market, valuationDate }) => {
    const { spot, dividend, volatility } = market;
    const rate = zeroRate(curveOf(market, valuationDate), time);
    const unit = pays === 'cash' ? cashOrNothing : assetOrNothing;
    return { price: payout * unit({ spot, strike, rate, volatility, time, dividend, sign: signOf(optionType) }) };
  },
});
