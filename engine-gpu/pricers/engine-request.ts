/** Request and response of the engine entry point, whichever pricer it names. */

import { z } from 'zod';
import { parsedLater } from '../base/stored.js';
import { legsMarket } from '../market/book-market.js';
import { convertibleMarket, creditMarket } from '../market/credit.js';
import { crossAssetMarket } from '../market/cross-asset-input.js';
import {
  blackScholesMarket,
  equityMarket,
  equityMarketWithDividends,
  flatBlackScholesMarket,
  signedEquityMarket,
  twoAssetMarket,
} from '../market/equity.js';
import { forwardMarket, normalForwardMarket } from '../market/futures.js';
import { marketInput } from '../market/market-input.js';
import {
  binomialParams,
  dupireParams,
  hestonParams,
  hullWhiteParams,
  jarrowYildirimParams,
  lg2fParams,
  roughBergomiParams,
  roughHestonParams,
  sabrParams,
} from '../market/model-parameters.js';
import { bondMarket, capMarket, fxForwardMarket, multiCurveMarket, swaptionMarket } from '../market/multi-curve.js';
import { dividendMarket } from '../market/option-market-input.js';
import { inflationMarket, ratesMarket } from '../market/rates.js';
import { anyShape } from '../product/contract/spec.js';
import { creditDefaultSwap } from '../product/credit/credit-default-swap.js';
import { convertibleBond } from '../product/note/convertible.js';
import { exoticInstruments } from '../product/option/exotic.js';
import { europeanOption, exercisableOption, strictEuropeanOption, strictExercisableOption } from '../product/option/vanilla.js';
import { fixedRateBond } from '../product/rates/bond.js';
import { capFloor } from '../product/rates/cap-floor.js';
import { fxForward } from '../product/rates/fx-forward.js';
import { datedLegs } from '../product/rates/legs.js';
import { bondOption, swaption, yearOnYearInflation } from '../product/rates/rates.js';
import { datedBermudan, datedSwap, datedSwaption } from '../product/rates/swap.js';
import { pricerSettings, simulationResult } from '../product/simulation.js';
import { trade } from '../product/trade/trade.js';
import { ratesResult } from './definition/rates-result.js';

/** The schemas of the pricers, per part of a request. */
const parts = {
  instrument: [
    europeanOption,
    strictEuropeanOption,
    exercisableOption,
    strictExercisableOption,
    bondOption,
    swaption,
    yearOnYearInflation,
    anyShape,
    creditDefaultSwap,
    convertibleBond,
    trade,
    datedSwap,
    datedLegs,
    capFloor,
    datedSwaption,
    datedBermudan,
    fixedRateBond,
    fxForward,
    ...exoticInstruments,
  ],
  market: [
    equityMarket,
    equityMarketWithDividends,
    signedEquityMarket,
    blackScholesMarket,
    ratesMarket,
    inflationMarket,
    marketInput,
    creditMarket,
    convertibleMarket,
    flatBlackScholesMarket,
    twoAssetMarket,
    dividendMarket,
    forwardMarket,
    normalForwardMarket,
    crossAssetMarket,
    multiCurveMarket,
    legsMarket,
    swaptionMarket,
    capMarket,
    bondMarket,
    fxForwardMarket,
  ],
  params: [
    binomialParams,
    hestonParams,
    dupireParams,
    roughBergomiParams,
    roughHestonParams,
    sabrParams,
    hullWhiteParams,
    lg2fParams,
    jarrowYildirimParams,
  ],
} as const satisfies Record<string, readonly z.ZodType[]>;

/** All of them, for the OpenAPI document. */
export const enginePriceParts: readonly z.ZodType[] = Object.values(parts).flat();

/** A part of the request. The pricer that `pricerId` names parses it with its own schema; here any object is accepted. */
const part = (name: keyof typeof parts, description: string) =>
  parsedLater(
    parts[name],
    z.record(z.string(), z.unknown()).meta({
      description,
      // Params belong to one pricer each, whereas instruments and markets may serve several.
      [name === 'params' ? 'oneOf' : 'anyOf']: parts[name].map((schema) => ({ $ref: `#/components/schemas/${schema.meta()?.id}` })),
    }),
  );

export const enginePriceRequest = z
  .strictObject({
    pricerId: z.string().meta({ description: 'Id of the pricer; listPricers lists them all' }),
    instrument: part('instrument', 'Instrument, in the form that the pricer takes'),
    market: part('market', 'Market, in the form that the pricer takes'),
    params: part(
      'params',
      'Parameters of the model, in the form that the pricer takes; a pricer without parameters refuses any',
    ).optional(),
    pricer: pricerSettings.optional().meta({ description: 'Monte Carlo settings; closed forms, trees and transforms ignore them' }),
  })
  .meta({ id: 'EnginePriceRequest', description: 'A pricer by its id, and what it prices' });

const number = (description: string) => z.number().meta({ description });

export const enginePriceResponse = z
  .object({
    price: number('Present value, price units'),
    ...z.object(simulationResult).partial().shape,
    errorBound: number('Estimated absolute error that a grid or an extrapolation leaves in the price, price units').optional(),
    impliedVolatility: number('Implied volatility of the price as that of an option on the forward, decimal').optional(),
    forwardRate: number(
      'Forward rate: of a price index year on year, convexity included; of an exchange of currencies, that of the delivery date',
    ).optional(),
    transformPrice: number('For a simulated price: the price from the characteristic function of the same model, as a check').optional(),
    parSpread: number('Coupon at which a swap is worth nothing, decimal').optional(),
    ...ratesResult.shape,
  })
  .meta({ id: 'EnginePriceResponse', description: 'The price and what the method adds to it' });
