/** European options on a share: one, its Greeks, its implied volatility, many, and with dividends, volatilities by time and surfaces. */
import { black, blackScholes, derivative, normalMean, secondDerivative, type World } from '../reference-formulas.js';
import type { Subject, Trial } from '../subject.js';

interface Option extends World {
  readonly strike: number;
  readonly time: number;
  readonly optionType: 'call' | 'put';
}

/** An option over what requests admit: from hours to decades, far strikes, no volatility, negative rates. */
function drawOption(trial: Trial): Option {
  const { draw } = trial;
  const spot = draw.pick(1, 100, draw.between(1e-4, 1e6));
  const time = draw.pick(1, draw.between(1e-4, 40), draw.between(0.05, 5));
  const volatility = draw.pick(0.2, draw.between(1e-3, 4), draw.between(0.05, 1));
  const deviation = volatility * Math.sqrt(time);
  return {
    spot,
    time,
    volatility,
    strike: spot * Math.exp(draw.pick(0, trial.uniform(-4, 4) * Math.min(deviation, 2))),
    rate: draw.pick(0, trial.uniform(-0.05, 0.15), trial.uniform(-0.02, 0.06)),
    dividend: draw.pick(0, trial.uniform(-0.05, 0.1)),
    optionType: trial.optionType(),
  };
}

const signOf = ({ optionType }: Option): 1 | -1 => (optionType === 'call' ? 1 : -1);
/** The larger of the present values of spot and strike, in whose rounding the textbook formula is exact. */
const sizeOf = ({ spot, strike, rate, dividend, time }: Option): number =>
  Math.max(spot * Math.exp(-dividend * time), strike * Math.exp(-rate * time));

const exactPrice = (option: Option): number => blackScholes(option, option.strike, option.time, signOf(option));

/** Rounding of the textbook formula against the engine's, which is exact to some ulp of the result itself. */
const FORMULA = 1e-12;

async function judgePrice(trial: Trial): Promise<void> {
  const option = drawOption(trial);
  const { price } = await trial.ask('priceOption', option);
  trial.close('is the textbook price', price, exactPrice(option), FORMULA * sizeOf(option));
  const { results, summary } = await trial.ask('batchPrice', { options: [option, { ...option, strike: 1.1 * option.strike }, option] });
  trial.identical('is the price in a batch', results[0], results[2]);
  trial.same('is the price in a batch', results[0].price, price, 1e-9, 1e-13 * sizeOf(option));
  trial.identical('counts its options', [summary.count, summary.succeeded], [3, 3]);
  const priced = await trial.price('equity_vanilla_bs', {
    instrument: { strike: option.strike, time: option.time, optionType: option.optionType },
    market: { spot: option.spot, rate: option.rate, dividend: option.dividend, volatility: option.volatility },
  });
  trial.identical('is the price by name', priced.price, price);
}

const LADDER = ['delta', 'vega', 'rho', 'dividendRho', 'theta'] as const;
const INPUT_OF = { delta: 'spot', vega: 'volatility', rho: 'rate', dividendRho: 'dividend', theta: 'time' } as const;

/** Derivatives of the textbook price by differences: two digits at extremes, nine within. */
async function judgeGreeks(trial: Trial): Promise<void> {
  const { draw } = trial;
  const time = draw.between(0.02, 20);
  const volatility = draw.between(0.03, 1.5);
  const deviation = volatility * Math.sqrt(time);
  const spot = draw.between(0.1, 1e4);
  const option: Option = {
    ...{ spot, time, volatility },
    strike: spot * Math.exp(trial.uniform(-2, 2) * deviation),
    rate: trial.uniform(-0.05, 0.15),
    dividend: trial.uniform(-0.05, 0.1),
    optionType: trial.optionType(),
  };
  const greeks = await trial.ask('greeksOption', option);
  trial.close('has the textbook price', greeks.price, exactPrice(option), FORMULA * sizeOf(option));
  const step = (input: (typeof INPUT_OF)[keyof typeof INPUT_OF]): number =>
    input === 'spot'
      ? spot * Math.min(deviation, 1) * 0.1
      : input === 'volatility'
        ? volatility * 0.05
        : input === 'time'
          ? time * 0.02
          : 1e-2 / Math.max(1, time);
  const moved = (input: string) => (value: number) => exactPrice({ ...option, [input]: value });
  for (const name of LADDER) {
    const input = INPUT_OF[name];
    const h = step(input);
    const slope = await derivative(moved(input), option[input], h);
    trial.close(
      name,
      greeks[name],
      name === 'theta' ? -slope : slope,
      1e-4 * Math.abs(slope) + ((1e-5 * deviation * sizeOf(option) * Math.min(1, 1e-2)) / h) * 0.1,
    );
  }
  const gamma = await secondDerivative(moved('spot'), spot, step('spot'));
  trial.close('gamma', greeks.gamma, gamma, 2e-4 * Math.abs(gamma) + 1e-7 / (spot * deviation));
  // Higher Greeks are derivatives of the engine's own lower ones, each of which is held above. Far from the money these change by whole factors.
  const { strike, rate, dividend } = option;
  const moneyness = (Math.log(spot / strike) + (rate - dividend) * time) / deviation;
  const share = 0.3 / (1 + moneyness ** 2 / 8);
  const greek = (name: string, input: 'spot' | 'volatility' | 'time') =>
    derivative(async (value) => (await trial.ask('greeksOption', { ...option, [input]: value }))[name], option[input], step(input) * share);
  for (const [name, lower, input, sign] of draw.pick(
    [
      ['vanna', 'delta', 'volatility', 1],
      ['charm', 'delta', 'time', -1],
      ['color', 'gamma', 'time', -1],
    ],
    [
      ['volga', 'vega', 'volatility', 1],
      ['veta', 'vega', 'time', -1],
    ],
    [
      ['speed', 'gamma', 'spot', 1],
      ['zomma', 'gamma', 'volatility', 1],
    ],
  ) as ['vanna' | 'volga', string, 'spot' | 'volatility' | 'time', 1 | -1][]) {
    const slope = sign * (await greek(lower, input));
    trial.close(name, greeks[name], slope, 1e-4 * Math.abs(slope) + (1e-6 * Math.abs(greeks[lower])) / option[input]);
  }
  const { results } = await trial.ask('batchGreeks', { options: [option, { ...option, spot: 1.01 * spot }] });
  for (const name of [...LADDER, 'gamma', 'vanna', 'volga', 'charm', 'veta', 'speed', 'zomma', 'color'])
    trial.same(`${name} in a batch`, results[0][name], greeks[name], 1e-9, 1e-300);
}

async function judgeImplied(trial: Trial): Promise<void> {
  const option = drawOption(trial);
  const { volatility, ...terms } = option;
  const { price: marketPrice } = await trial.ask('priceOption', option);
  const { vega } = await trial.ask('greeksOption', option);
  // A volatility that the price does not show to six digits cannot be found from it.
  if (vega * volatility * 1e-7 < 1e-15 * sizeOf(option) || marketPrice < 1e-250) return;
  const implied = await trial.ask('impliedVolatility', { ...terms, marketPrice });
  trial.close('gives the volatility back', implied.impliedVolatility, volatility, 1e-6 * volatility);
  trial.same('has the vega of the option', implied.vega, vega, 1e-5, 1e-300);
}

/** Several proportional dividends and a volatility by time: a closed form. */
async function judgeInMarket(trial: Trial): Promise<void> {
  const { draw } = trial;
  const base = { ...drawOption(trial), spot: 100, time: draw.between(0.1, 5), volatility: draw.between(0.05, 0.6) };
  const option = { ...base, strike: 100 * Math.exp(trial.uniform(-1.5, 1.5) * base.volatility * Math.sqrt(base.time)) };
  const { volatility, ...bare } = option;
  const later = trial.uniform(0.05, 0.6);
  const half = option.time * trial.uniform(0.2, 0.8);
  const proportion = trial.uniform(0.001, 0.2);
  const volatilityTermStructure = {
    times: [half, option.time, 2 * option.time],
    volatilities: [volatility, volatility * 1.2, volatility * 1.25],
  };
  const priced = await trial.ask('priceOption', { ...bare, dividends: [{ time: half, proportion }], volatilityTermStructure });
  const expected = exactPrice({ ...option, spot: 100 * (1 - proportion), volatility: volatility * 1.2 });
  trial.close('is the closed form after the dividend', priced.price, expected, 1e-10 * sizeOf(option));
  // A surface is read at the strike and the expiry.
  const forward = 100 * Math.exp((option.rate - option.dividend) * option.time);
  const slice = (time: number) => ({
    time,
    a: 0.5 * volatility ** 2 * time,
    b: 0.1 * volatility * Math.sqrt(time),
    rho: -0.3,
    m: 0.02,
    sigma: 0.2,
  });
  const { a, b, rho, m, sigma } = slice(option.time);
  const x = Math.log(option.strike / forward) - m;
  const deviation = Math.sqrt(a + b * (rho * x + Math.sqrt(x * x + sigma * sigma)));
  const onSurface = await trial.ask('priceOption', { ...bare, volatilitySurface: { svi: [slice(option.time)] } });
  trial.close(
    'is Black at the volatility of the smile',
    onSurface.price,
    Math.exp(-option.rate * option.time) * black(forward, option.strike, deviation, signOf(option)),
    1e-9 * sizeOf(option),
  );
  // Cash: finite differences; parity, and the limit of two dividends of which one is nothing.
  const cash = [{ time: half, amount: trial.uniform(0.1, 5) }];
  const side = async (optionType: string, dividends: object[]) =>
    (await trial.ask('priceOption', { ...option, optionType, dividends })).price as number;
  const [call, put] = [await side('call', cash), await side('put', cash)];
  const { strike, rate, dividend, time } = option;
  const amount = cash[0]!.amount;
  const world = { rate, dividend, volatility };
  // A share pays no more than it is worth: of the dividend is missing what a put at the amount is worth.
  const paid = amount * Math.exp(-rate * half) - blackScholes({ ...world, spot: 100 }, amount, half, -1);
  const parity = 100 * Math.exp(-dividend * time) - paid * Math.exp(-dividend * (time - half)) - strike * Math.exp(-rate * time);
  trial.close(
    'satisfies put-call parity with cash dividends',
    call - put,
    parity,
    2e-5 * Math.max(100, strike) * Math.exp(Math.max(0, -rate, -dividend) * time),
  );
  // The spot model before the dividend: integrate Black over the spot on the ex-date.
  const drift = (rate - dividend - volatility ** 2 / 2) * half;
  const exact =
    Math.exp(-rate * half) *
    normalMean(
      (z) =>
        blackScholes(
          { ...world, spot: Math.max(1e-12, 100 * Math.exp(drift + volatility * Math.sqrt(half) * z) - amount) },
          strike,
          time - half,
          1,
        ),
      [(Math.log(amount / 100) - drift) / (volatility * Math.sqrt(half))],
      volatility * Math.sqrt(half),
    );
  trial.close(
    'is the integral over the spot on the ex-date',
    call,
    exact,
    2e-5 * 100 * Math.max(1, Math.exp(-dividend * time)) * (1 + later),
  );
  if (draw.chance(0.3)) {
    const greeks = await trial.ask('greeksOption', { ...option, optionType: 'call', dividends: cash });
    const bumped = async (field: 'spot' | 'volatility' | 'rate', bump: number) =>
      ((await trial.ask('priceOption', { ...option, optionType: 'call', dividends: cash, [field]: option[field] + bump })).price -
        (await trial.ask('priceOption', { ...option, optionType: 'call', dividends: cash, [field]: option[field] - bump })).price) /
      (2 * bump);
    const spotBump = Math.min(0.5, 10 * volatility * Math.sqrt(time));
    trial.close('delta with cash dividends', greeks.delta, await bumped('spot', spotBump), 3e-3);
    trial.close(
      'vega with cash dividends',
      greeks.vega,
      await bumped('volatility', Math.min(0.005, 0.03 * volatility)),
      0.005 * greeks.vega + 0.05,
    );
    trial.close('rho with cash dividends', greeks.rho, await bumped('rate', 0.003), 0.005 * Math.abs(greeks.rho) + 0.2);
  }
}

export const vanillaSubjects: readonly Subject[] = [
  { name: 'vanilla price', operations: ['priceOption', 'batchPrice'], judge: judgePrice },
  { name: 'vanilla Greeks', operations: ['greeksOption', 'batchGreeks'], judge: judgeGreeks },
  { name: 'implied volatility', operations: ['impliedVolatility'], judge: judgeImplied },
  { name: 'vanilla in a market', operations: ['priceOption', 'greeksOption'], judge: judgeInMarket },
];
