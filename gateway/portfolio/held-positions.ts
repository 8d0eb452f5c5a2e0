/** The positions of a stored portfolio in the forms that operations take: options of a book, or instruments of a mixed portfolio. */
import { act365f, type MarketInput, pointerPart, type Trade, type VanillaOption, vanillaLegs } from '#engine/schemas';
import type { Fault } from '#proto/failure';
import { contractOf, isOption, lastPayment, optionFields, type TypedTerms } from '#services/resources/terms';
import { ageOf, instrumentOf, productTermsOf, remainingTrade } from '#services/resources/trade';
import { HttpFailure } from '../contract/errors.js';
import type { HeldPortfolio, HeldPosition } from './stored-portfolio.js';

/** A European option of a book, without its market. */
interface HeldOption {
  readonly id: string;
  readonly underlying?: string;
  readonly quantity: number;
  readonly strike: number;
  readonly time: number;
  /** The side as it was stated: whatever prices it reads anything but `put` as a call. */
  readonly optionType: unknown;
}

/** The content of a position, `age` years after the day from which its terms count. */
interface Holding {
  readonly id: string;
  readonly quantity: number;
  readonly content: { readonly instrument: Readonly<Record<string, unknown>> } | { readonly terms: TypedTerms } | { readonly trade: Trade };
  readonly age: number;
}

/** Cancelled trades hold nothing, and neither do trades and products whose last payment was before the valuation date. */
function holdingOf(position: HeldPosition, valuationDate: string): Holding | undefined {
  const { id, quantity } = position;
  if ('instrument' in position) return { id, quantity, content: { instrument: position.instrument }, age: 0 };
  if ('product' in position) {
    const { type, terms } = position.product;
    const typed = { type, terms } as TypedTerms;
    return ended(typed, valuationDate) ? undefined : { id, quantity, content: { terms: typed }, age: 0 };
  }
  const { trade } = position;
  if (trade.cancelled || trade.maturityDate < valuationDate) return undefined;
  const booked = instrumentOf(trade, valuationDate);
  if (booked === 'ended') return undefined;
  if (booked !== undefined) return { id, quantity: quantity * booked.quantity, content: { instrument: booked.instrument }, age: 0 };
  const typed = productTermsOf(trade.terms);
  const age = ageOf(trade, valuationDate);
  if (typed === undefined) {
    const remaining = remainingTrade(trade.terms as Trade, age);
    return remaining === undefined ? undefined : { id, quantity, content: { trade: remaining }, age };
  }
  const units = (trade.terms as { readonly quantity: number }).quantity;
  return { id, quantity: quantity * units, content: { terms: typed }, age };
}

const ended = (typed: TypedTerms, valuationDate: string): boolean => {
  const last = lastPayment(typed);
  return 'date' in last && last.date < valuationDate;
};

/** The items that an operation takes, and the number of positions, booked trades apart, that are left out because they have ended. */
export interface Converted<Item> {
  readonly items: Item[];
  readonly leftOut: number;
  /** Trades that name the portfolio, and that the form cannot hold. */
  readonly unfit: readonly string[];
}

/** @throws HttpFailure SVC-REQ-001 that names the first positions that the form cannot hold */
function convert<Item>(
  { positions }: HeldPortfolio,
  valuationDate: string,
  itemsOf: (holding: Holding) => readonly Item[] | Fault,
): Converted<Item> {
  const items: Item[] = [];
  const faults: Fault[] = [];
  const unfit: string[] = [];
  let leftOut = 0;
  for (const position of positions) {
    const holding = holdingOf(position, valuationDate);
    const converted = holding === undefined ? undefined : itemsOf(holding);
    // A booked trade that has been paid is history, as every portfolio has it.
    if (converted === undefined) leftOut += 'isBooked' in position ? 0 : 1;
    else if ('reason' in converted && 'isBooked' in position) unfit.push(position.id);
    else if ('reason' in converted) faults.push(converted);
    else items.push(...converted);
  }
  const [first] = faults;
  if (first !== undefined) throw new HttpFailure('SVC-REQ-001', `${first.pointer.slice(1)} ${first.reason}`, faults);
  if (items.length === 0)
    throw new HttpFailure('SVC-REQ-001', `portfolioId must be of a portfolio with positions that have not ended on ${valuationDate}`, [
      { pointer: '/portfolioId', reason: `must be of a portfolio with positions that have not ended on ${valuationDate}` },
    ]);
  return { items, leftOut, unfit };
}

const cannotHold = (id: string, content: string): Fault => ({
  pointer: '/portfolioId',
  reason: `must be of a portfolio of European options, or of sums of them; ${id} holds ${content}, which portfolio/mixed may price`,
});

/** The options without their markets. */
function optionsOf({ id, quantity, content, age }: Holding, valuationDate: string): readonly HeldOption[] | Fault {
  if ('instrument' in content) return cannotHold(id, `an instrument of kind ${String(content.instrument.kind)}`);
  if ('trade' in content) return equityOptions(id, quantity, content.trade) ?? cannotHold(id, content.trade.type);
  const { terms } = content;
  if (terms.type === 'vanilla') {
    const { strike, time, optionType, underlying } = terms.terms;
    return [{ id, ...(underlying !== undefined && { underlying }), quantity, strike, time: Math.max(0, time - age), optionType }];
  }
  const contract = contractOf(terms);
  const legs = contract && vanillaLegs(contract);
  if (legs === undefined)
    return cannotHold(id, contract === undefined ? `a trade or product of type ${terms.type}` : `a contract of type ${contract.type}`);
  const alive = legs.filter(({ expiry }) => expiry >= valuationDate);
  return alive.map((leg, index) => ({
    id: alive.length === 1 ? id : `${id}/${index}`,
    underlying: leg.underlying,
    quantity: quantity * leg.quantity,
    strike: leg.strike,
    time: act365f(valuationDate, leg.expiry),
    optionType: leg.sign === 1 ? 'call' : 'put',
  }));
}

/** S − K is the call less the put. */
function equityOptions(id: string, quantity: number, trade: Trade): readonly HeldOption[] | undefined {
  if (trade.type !== 'equity_option' && trade.type !== 'equity_forward') return undefined;
  const { underlying, strike, maturity } = trade;
  const option = { underlying, strike, time: maturity, quantity: quantity * trade.quantity };
  if (trade.type === 'equity_option') return [{ ...option, id, optionType: trade.optionType }];
  return [
    { ...option, id: `${id}/0`, optionType: 'call' },
    { ...option, id: `${id}/1`, optionType: 'put', quantity: -option.quantity },
  ];
}

/** A dividend as options state it, by years. */
interface TimedDividend {
  readonly time: number;
  readonly amount?: number;
  readonly proportion?: number;
}

type OptionMarket = Pick<VanillaOption, 'spot' | 'rate' | 'volatility' | 'dividend'> & { readonly dividends?: readonly TimedDividend[] };

/** The numbers of one asset's market that the model of Black and Scholes needs. */
function marketOf(
  market: MarketInput | undefined,
  underlying: string | undefined,
  id: string,
  valuationDate: string,
): OptionMarket | Fault {
  const fault = (pointer: string, reason: string): Fault => ({ pointer, reason });
  if (market === undefined) return fault('/market', `is required: ${id} holds a trade or a product, which has no market of its own`);
  const { assets, rate } = market;
  if (assets !== undefined && underlying === undefined) return fault('/market', `must be of one asset: ${id} names no underlying`);
  const asset = assets === undefined ? market : Object.hasOwn(assets, underlying as string) ? assets[underlying as string] : undefined;
  if (asset === undefined) return fault('/market/assets', `must have ${underlying}, of which ${id} is`);
  const { spot, volatility, dividend = 0, dividends } = asset;
  if (rate === undefined) return fault('/market/rate', `is required: ${id} is priced by the model of Black and Scholes`);
  if (spot === undefined || volatility === undefined)
    return fault('/market', `must give the volatility of ${underlying ?? 'the asset'}: ${id} is priced by the model of Black and Scholes`);
  const timed = dividends?.map(({ date, time, ...paid }) => ({
    time: date === undefined ? (time as number) : act365f(valuationDate, date),
    ...paid,
  }));
  return { spot, rate, volatility, dividend, ...(timed?.length && { dividends: timed as TimedDividend[] }) };
}

/** The fault of a market that states another spot of an asset than a position of it, which has a market of its own. */
function otherSpot(option: Readonly<Record<string, unknown>>, market: MarketInput | undefined, id: string): Fault | undefined {
  const { underlying, spot } = option;
  if (market?.assets === undefined || typeof underlying !== 'string' || !Object.hasOwn(market.assets, underlying)) return undefined;
  const stated = market.assets[underlying]?.spot;
  if (stated === spot) return undefined;
  return {
    pointer: `/market/assets/${pointerPart(underlying)}/spot`,
    reason: `must be ${spot}, the spot that ${id} states; got ${stated}`,
  };
}

/** The options of a portfolio with their markets, as the operations on option books take them. */
export const bookPositions = (portfolio: HeldPortfolio, market: MarketInput | undefined, today: string): Converted<object> => {
  const valuationDate = market?.valuationDate ?? today;
  return convert<object>(portfolio, valuationDate, (holding) => {
    const { id, quantity, content } = holding;
    if ('instrument' in content && content.instrument.kind === 'vanilla') {
      const { kind: _, ...option } = content.instrument;
      return otherSpot(option, market, id) ?? [{ ...option, id, quantity }];
    }
    const options = optionsOf(holding, valuationDate);
    if ('reason' in options) return options;
    const positions: object[] = [];
    for (const option of options) {
      const terms = marketOf(market, option.underlying, id, valuationDate);
      if ('reason' in terms) return terms;
      positions.push({ ...option, ...terms });
    }
    return positions;
  });
};

/** The options of a portfolio without their markets, as the explanation of profit and loss takes them. */
export const explainedPositions = (portfolio: HeldPortfolio, valuationDate: string): Converted<object> =>
  convert<object>(portfolio, valuationDate, (holding) => {
    const { id, quantity, content } = holding;
    if (!('instrument' in content) || content.instrument.kind !== 'vanilla') return optionsOf(holding, valuationDate);
    const { underlying, strike, time, optionType, volatility } = content.instrument;
    return [{ id, underlying, quantity, strike, time, optionType, volatility }];
  });

/** The types of trades whose own quantity a position multiplies. */
const quantityOf = (trade: Trade): number => ('quantity' in trade ? trade.quantity : 1);

/** The instruments of a portfolio as positions in the market of a book. */
export const bookInstruments = (portfolio: HeldPortfolio, valuationDate: string): Converted<object> =>
  convert<object>(portfolio, valuationDate, ({ id, quantity, content, age }) => {
    const identity = { id, quantity };
    if ('trade' in content) return [{ ...content.trade, id, quantity: quantity * quantityOf(content.trade) }];
    if ('instrument' in content) {
      const { kind: type, ...instrument } = content.instrument;
      return [{ ...instrument, ...identity, type }];
    }
    const { type, terms } = content.terms;
    if (type === 'convertible') return [{ ...identity, type, bond: terms }];
    if (!isOption(content.terms)) return [{ ...identity, type: 'contract', contract: contractOf(content.terms) }];
    return [{ ...identity, type, ...optionFields(content.terms.terms), time: Math.max(0, content.terms.terms.time - age) }];
  });

/** The instruments of a portfolio, as portfolio/mixed takes them. One that has no market, or that no operation prices, fails there alone. */
export const mixedInstruments = (portfolio: HeldPortfolio, market: MarketInput | undefined, today: string): Converted<object> => {
  const valuationDate = market?.valuationDate ?? today;
  return convert<object>(portfolio, valuationDate, ({ id, quantity, content, age }) => {
    const identity = { id, quantity };
    if ('trade' in content) return [{ ...content.trade, ...identity, kind: content.trade.type }];
    if ('instrument' in content) {
      const { underlying: _, ...instrument } = content.instrument;
      return [{ ...(content.instrument.kind === 'vanilla' ? instrument : content.instrument), ...identity }];
    }
    const { type, terms } = content.terms;
    if (type === 'convertible') return [{ ...identity, kind: type, bond: terms, market }];
    if (!isOption(content.terms)) return [{ ...identity, kind: 'contract', contract: contractOf(content.terms), market }];
    const { underlying, time, ...option } = optionFields(content.terms.terms);
    const priced = marketOf(market, underlying, id, valuationDate);
    return 'reason' in priced ? priced : [{ ...identity, kind: type, ...option, time: Math.max(0, time - age), ...priced }];
  });
};
