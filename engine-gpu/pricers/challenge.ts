/**
 * Challengers: for what a pricer has priced, the price of a second pricer with another method. Each pair states in which form it takes a request,
 * what the challenger is asked for it, and how accurate the two methods are; a request of any other form is not challenged.
 */
import { z } from 'zod';
import { EngineFailure } from '../base/failure.js';
import type { Priced } from '../base/priced.js';
import type { Price } from '../base/units.js';
import { blackScholesMarket, equityMarket, twoAssetMarket } from '../market/equity.js';
import { forwardMarket } from '../market/futures.js';
import { marketInput } from '../market/market-input.js';
import { hestonParams, roughHestonParams } from '../market/model-parameters.js';
import { hypot } from '../math/elementary/roots.js';
import { strategyAsContract } from '../product/contract/requests.js';
import { contractSpec } from '../product/contract/spec.js';
import { vanillaLegs } from '../product/contract/vanilla-legs.js';
import { exchangeOption } from '../product/option/exotic.js';
import { europeanOption, exercisableOption, strictEuropeanOption } from '../product/option/vanilla.js';
import { act365f } from '../time/date.js';
import type { challengeRequest } from './challenge-request.js';
import { contractGbmMc } from './contract/contract-gbm-mc.js';
import { contractModelMc } from './contract/contract-model-mc.js';
import type { Pricer, PricerTools, PricingRequest, PricingResult } from './definition/pricer.js';
import { binomialTree } from './equity/binomial-tree.js';
import { equityAmericanAlo } from './equity/equity-american-alo.js';
import { equityDividendsFd } from './equity/equity-dividends-fd.js';
import { equityExchangeMargrabe } from './equity/equity-exchange-margrabe.js';
import { equityRoughHestonCf } from './equity/equity-rough-heston-cf.js';
import { equityRoughHestonMc } from './equity/equity-rough-heston-mc.js';
import { equitySpreadBs } from './equity/equity-spread-bs.js';
import { equityVanillaBs } from './equity/equity-vanilla-bs.js';
import { equityVanillaHestonFft } from './equity/equity-vanilla-heston-fft.js';
import { futuresOptionBlack76 } from './rates/futures-option-black76.js';
import { findPricer } from './registry.js';

type Parts = Omit<PricingRequest, 'today'>;

/** A number of what one request prices. */
interface Leg extends Parts {
  readonly quantity: number;
}

/** Requests whose prices add up, from the coarsest grid to the finest. */
interface Challenge {
  readonly estimates: readonly (readonly Leg[])[];
  /** Price units of which `accuracy` is a share. */
  readonly level: Price;
}

interface Pair {
  readonly champion: Pricer;
  readonly challenger: Pricer;
  /** Share of the level up to which both methods are accurate beside their sampling and grids. */
  readonly accuracy: number;
  /** @returns undefined where the pair does not take the request @param today ISO date, where the market states no valuation date */
  readonly challengeOf: (parts: Parts, today: string) => Challenge | undefined;
}

/** Closed forms are accurate to rounding; what their methods call accurate has a margin of ten. */
const ACCURACY_OF_FORMULAS = 1e-9;
/** The boundary method and finite differences are accurate to some 1e-6 of the strike. */
const ACCURACY_OF_BOUNDARIES = 3e-6;

/** A pair that takes requests of three schemas. */
function pair<Instrument extends z.ZodType, Market extends z.ZodType, Params extends z.ZodType = z.ZodUndefined>(declared: {
  readonly champion: Pricer;
  readonly challenger: Pricer;
  readonly accuracy?: number;
  readonly takes: { readonly instrument: Instrument; readonly market: Market; readonly params?: Params };
  readonly challengeOf: (
    run: { readonly instrument: z.output<Instrument>; readonly market: z.output<Market>; readonly params: z.output<Params> },
    today: string,
  ) => Challenge | undefined;
}): Pair {
  const { champion, challenger, accuracy = ACCURACY_OF_FORMULAS, takes, challengeOf } = declared;
  const parts = z.object({ instrument: takes.instrument, market: takes.market, params: takes.params ?? z.undefined().optional() });
  return {
    ...{ champion, challenger, accuracy },
    challengeOf: (request, today) => {
      const parsed = parts.safeParse(request);
      return parsed.success ? challengeOf(parsed.data as never, today) : undefined;
    },
  };
}

const one = (request: Parts): readonly (readonly Leg[])[] => [[{ ...request, quantity: 1 }]];

/** Steps of the trees of a challenge, odd as the method of Leisen and Reimer needs. */
const TREE_STEPS = [401, 801];
const onTrees = (instrument: object, market: object) =>
  TREE_STEPS.map((steps) => [{ quantity: 1, instrument, market, params: { steps, treeType: 'leisen_reimer' } }]);

/** The European options of a contract, each in the market of its asset, for a pricer of one model. */
function legsUnder(
  type: 'black_scholes' | 'heston' | 'rough_heston',
  { instrument, market }: { readonly instrument: z.output<typeof contractSpec>; readonly market: z.output<typeof marketInput> },
  today: string,
): Challenge | undefined {
  const { assets, rate, curve, valuationDate = today, fixings, curves } = market;
  const legs = vanillaLegs(instrument);
  if (legs === undefined || fixings !== undefined || curves !== undefined) return undefined;
  const requests: Leg[] = [];
  let level = 0;
  for (const { quantity, underlying, sign, strike, expiry } of legs) {
    const { spot, volatility, dividend = 0, dividends, model = { type: 'black_scholes' }, ...rest } = assets?.[underlying] ?? market;
    const isPlain = rest.volatilitySurface === undefined && rest.volatilityTermStructure === undefined && !('conversion' in rest);
    if (spot === undefined || dividends !== undefined || model.type !== type || !isPlain || expiry <= valuationDate) return undefined;
    const { type: _, ...params } = model;
    requests.push({
      quantity,
      instrument: { strike, time: act365f(valuationDate, expiry), optionType: sign > 0 ? 'call' : 'put' },
      market: { spot, dividend, valuationDate, ...(curve ? { curve } : { rate }), ...(type === 'black_scholes' && { volatility }) },
      ...(type !== 'black_scholes' && { params }),
    });
    level += Math.abs(quantity) * Math.max(spot, strike);
  }
  return { estimates: [requests], level };
}

const ofContract = { instrument: contractSpec, market: marketInput };
const ofRoughHeston = { instrument: europeanOption, market: equityMarket, params: roughHestonParams };

const PAIRS: readonly Pair[] = [
  pair({
    ...{ champion: equityVanillaBs, challenger: binomialTree, takes: { instrument: europeanOption, market: blackScholesMarket } },
    challengeOf: ({ instrument, market }) => ({
      estimates: onTrees({ ...instrument, exerciseStyle: 'european' }, market),
      level: Math.max(market.spot, instrument.strike),
    }),
  }),
  pair({
    ...{ champion: equityDividendsFd, challenger: equityAmericanAlo, accuracy: ACCURACY_OF_BOUNDARIES },
    takes: { instrument: exercisableOption, market: blackScholesMarket },
    challengeOf: ({ instrument: { exerciseStyle: _, ...option }, market }) => ({
      estimates: one({ instrument: option, market }),
      level: Math.max(market.spot, option.strike),
    }),
  }),
  ...[equityAmericanAlo, equityDividendsFd].map((champion) =>
    pair({
      ...{ champion, challenger: binomialTree, accuracy: ACCURACY_OF_BOUNDARIES },
      takes: { instrument: exercisableOption, market: blackScholesMarket },
      challengeOf: ({ instrument, market }) => ({
        estimates: onTrees({ ...instrument, exerciseStyle: 'american' }, market),
        level: Math.max(market.spot, instrument.strike),
      }),
    }),
  ),
  pair({
    ...{ champion: futuresOptionBlack76, challenger: binomialTree, takes: { instrument: strictEuropeanOption, market: forwardMarket } },
    challengeOf: ({ instrument, market: { forward: spot, volatility, rate } }) =>
      // The forward is a share whose yield is the rate.
      rate === undefined
        ? undefined
        : { estimates: onTrees(instrument, { spot, volatility, rate, dividend: rate }), level: Math.max(spot, instrument.strike) },
  }),
  pair({
    ...{ champion: equityExchangeMargrabe, challenger: equitySpreadBs, takes: { instrument: exchangeOption, market: twoAssetMarket } },
    challengeOf: ({ instrument, market }) => ({
      estimates: one({ instrument: { ...instrument, strike: 0, optionType: 'call' }, market }),
      level: Math.max(market.asset1.spot, market.asset2.spot),
    }),
  }),
  pair({
    ...{ champion: equityVanillaHestonFft, challenger: equityRoughHestonCf, accuracy: ACCURACY_OF_BOUNDARIES },
    takes: { instrument: europeanOption, market: equityMarket, params: hestonParams },
    challengeOf: ({ instrument, market, params: { sigma, ...shared } }) => ({
      // With a Hurst exponent of one half rough Heston is Heston.
      estimates: one({ instrument, market, params: { ...shared, hurst: 0.5, nu: sigma } }),
      level: Math.max(market.spot, instrument.strike),
    }),
  }),
  ...[
    { champion: equityRoughHestonCf, challenger: equityRoughHestonMc },
    { champion: equityRoughHestonMc, challenger: equityRoughHestonCf },
  ].map((methods) =>
    pair({
      ...{ ...methods, accuracy: ACCURACY_OF_BOUNDARIES, takes: ofRoughHeston },
      challengeOf: ({ instrument, market, params }) => ({
        estimates: one({ instrument, market, params }),
        level: Math.max(market.spot, instrument.strike),
      }),
    }),
  ),
  pair({
    ...{ champion: contractGbmMc, challenger: equityVanillaBs, takes: ofContract },
    challengeOf: (run, today) => legsUnder('black_scholes', run, today),
  }),
  pair({
    ...{ champion: contractModelMc, challenger: equityVanillaHestonFft, takes: ofContract },
    challengeOf: (run, today) => legsUnder('heston', run, today),
  }),
  pair({
    ...{ champion: contractModelMc, challenger: equityRoughHestonCf, accuracy: ACCURACY_OF_BOUNDARIES, takes: ofContract },
    challengeOf: (run, today) => legsUnder('rough_heston', run, today),
  }),
];

/** The request of an operation as its pricer takes it; undefined where it has fields that the pricer does not take. */
function partsOf({ instrument, market }: Pricer, request: Readonly<Record<string, unknown>>): Parts | undefined {
  const { pricerId: _, pricer: settings, ...all } = request;
  // An empty list, such as that of dividends, states nothing.
  const stated = Object.entries(all).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(stated);
  if (typeof fields.market === 'object') {
    const { market: statedMarket, params, ...rest } = fields;
    const [terms, ...more] = Object.values(rest);
    if (more.length > 0) return undefined;
    // A strategy is a contract of that type.
    const read = instrument.safeParse(terms).success ? terms : strategyAsContract(terms as Parameters<typeof strategyAsContract>[0]);
    return { instrument: read, market: statedMarket, params, pricer: settings };
  }
  const fieldsOf = (schema: z.ZodType) =>
    Object.fromEntries(stated.filter(([name]) => schema instanceof z.ZodObject && name in schema.shape));
  const parts = { instrument: fieldsOf(instrument), market: fieldsOf(market) };
  const names = { ...parts.instrument, ...parts.market };
  return stated.every(([name]) => name in names) ? parts : undefined;
}

interface ChallengedPrice {
  /** Absent where no pair takes the request. */
  readonly challenger?: {
    readonly id: string;
    readonly price: Price;
    readonly standardError: Price;
    /** Error of the price that remains beside sampling, and that of the champion's method. */
    readonly errorBound: Price;
  };
}

/** Grid differences that the error of the finer grid may be: it falls at least in proportion to the steps. */
const GRID_MARGIN = 4;

/** The price of the first challenger that takes the request. */
export async function challenge(
  { pricerId, request }: z.output<typeof challengeRequest>,
  today: string,
  tools: PricerTools,
): Promise<Priced<ChallengedPrice>> {
  const champion = findPricer(pricerId);
  const parts = champion && partsOf(champion, request);
  if (parts !== undefined)
    for (const { challenger, accuracy, challengeOf } of PAIRS.filter((each) => each.champion === champion)) {
      const comparison = challengeOf(parts, today);
      const priced = comparison && (await pricedBy(challenger, comparison, today, tools));
      if (priced === undefined) continue;
      const errorBound = priced.errorBound + accuracy * comparison!.level;
      return { pricerId: challenger.id, result: { challenger: { ...priced, id: challenger.id, errorBound } } };
    }
  return { pricerId, result: {} };
}

/** @returns undefined where the challenger refuses a request, as the boundary method does where there are two boundaries */
async function pricedBy(challenger: Pricer, { estimates }: Challenge, today: string, tools: PricerTools) {
  try {
    const prices: { readonly price: Price; readonly standardError: Price; readonly errorBound: Price }[] = [];
    for (const legs of estimates) {
      let [price, standardError, errorBound] = [0, 0, 0];
      for (const { quantity, ...request } of legs) {
        const { result }: Priced<PricingResult> = await challenger.price({ ...request, today }, tools);
        price += quantity * result.price;
        standardError = hypot(standardError, quantity * (result.standardError ?? 0));
        errorBound += Math.abs(quantity) * (result.errorBound ?? 0);
      }
      prices.push({ price, standardError, errorBound });
    }
    const [coarse, fine = coarse] = prices.slice(-2);
    return fine && { ...fine, errorBound: fine.errorBound + GRID_MARGIN * Math.abs(fine.price - coarse!.price) };
  } catch (error) {
    if (error instanceof EngineFailure && error.kind === 'invalid') return undefined;
    throw error;
  }
}
