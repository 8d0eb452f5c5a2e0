/** What the engine entry point takes and gives back, whichever pricer it names. */
import { z } from 'zod';
import { convertibleMarket, creditMarket } from '../market/credit.js';
import { blackScholesMarket, equityMarket, flatBlackScholesMarket, signedEquityMarket, twoAssetMarket } from '../market/equity.js';
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
import { inflationMarket, ratesMarket } from '../market/rates.js';
import { anyShape } from '../product/contract/spec.js';
import { creditDefaultSwap } from '../product/credit/credit-default-swap.js';
import { convertibleBond } from '../product/note/convertible.js';
import { exoticInstruments } from '../product/option/exotic.js';
import { europeanOption, exercisableOption } from '../product/option/vanilla.js';
import { bondOption, swaption, yearOnYearInflation } from '../product/rates/rates.js';
import { pricerSettings, simulationResult } from '../product/simulation.js';

/** The schemas of which a part is one, by what the pricer asks for. */
const parts = {
  instrument: [
    europeanOption,
    exercisableOption,
    bondOption,
    swaption,
    yearOnYearInflation,
    anyShape,
    creditDefaultSwap,
    convertibleBond,
    ...exoticInstruments,
  ],
  market: [
    equityMarket,
    signedEquityMarket,
    blackScholesMarket,
    ratesMarket,
    inflationMarket,
    marketInput,
    creditMarket,
    convertibleMarket,
    flatBlackScholesMarket,
    twoAssetMarket,
    forwardMarket,
    normalForwardMarket,
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

/** All of them, for a document that names them. */
export const enginePriceParts: readonly z.ZodType[] = Object.values(parts).flat();

/** Read by the pricer that `pricerId` names, whose schemas are the ones that count; here it is any object. */
const part = (name: keyof typeof parts, description: string) =>
  z.record(z.string(), z.unknown()).meta({
    description,
    // No two sets of params are alike, but one instrument may serve two pricers.
    [name === 'params' ? 'oneOf' : 'anyOf']: parts[name].map((schema) => ({ $ref: `#/components/schemas/${schema.meta()!.id}` })),
  });

export const enginePriceRequest = z
  .strictObject({
    pricerId: z.string().meta({ description: 'Which pricer; listPricers has them all' }),
    instrument: part('instrument', 'What is priced, as the pricer asks for it'),
    market: part('market', 'The market, as the pricer asks for it'),
    params: part('params', 'Of the model, chosen by pricerId; a pricer that takes none refuses any').optional(),
    pricer: pricerSettings
      .optional()
      .meta({ description: 'Monte Carlo settings; closed forms, trees and transforms have no use for them' }),
  })
  .meta({ id: 'EnginePriceRequest', description: 'A pricer by name, and what it prices' });

const number = (description: string) => z.number().meta({ description });

export const enginePriceResponse = z
  .object({
    price: number('Value now, price units'),
    ...z.object(simulationResult).partial().shape,
    impliedVolatility: number('Decimal; of the price as an option on the forward').optional(),
    forwardRate: number('Year-on-year forward rate, with its convexity').optional(),
    transformPrice: number('Of a simulated price: what the characteristic function of its model gives, as a check').optional(),
    parSpread: number('Coupon at which a swap is worth nothing, decimal').optional(),
  })
  .meta({ id: 'EnginePriceResponse', description: 'The price and what the method adds to it' });
