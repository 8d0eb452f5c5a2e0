/** The requests whose results golden.json records: the reference tables, and the examples of the operations that compute. */
import { tradeExamples } from '#engine/schemas';
import type { Operation } from '#gateway/contract/operation';
import { operations } from '#gateway/operations/index';
import { referenceCases } from '#gateway/validation/cases';
import { rowsOf } from '#test/reference/table';
import { type AmericanHestonInputs, type AmericanInputs, americanHestonRow, americanRow } from '#test/support/american-rows';
import { contractRequest } from '#test/support/contract-request';
import { type AutocallRow, type ContractRow, contractPrices } from '#test/support/contract-rows';
import { type ConvertibleInputs, convertibleRequest } from '#test/support/convertible-rows';
import { TAKES_SECONDS } from '#test/support/operations';
import { structuredRow } from '#test/support/structured-rows';

export interface GoldenRequest {
  /** Unique: the operation, and the row of a table or the example. */
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** True where a backend simulates its paths in single precision. */
  readonly simulated?: true;
}

/** Paths of a simulation: a change of one bit shows on few paths as on many. */
const NUM_PATHS = 256;
/** Exercise dates of a simulated American option. */
const NUM_STEPS = 10;
/** Requests per reference table and pricer, evenly spread over the rows. */
const MAX_ROWS = 24;
/** The same for pricers that take a twentieth of a second or more per request. */
const MAX_SLOW_ROWS = 4;
const SLOW_PRICERS: readonly string[] = [
  'equity_american_heston_fd',
  'equity_american_lsm',
  'equity_american_model_lsm',
  'equity_bermudan_heston_fd',
  'equity_local_vol_dupire',
  'equity_rough_bergomi_mc',
  'equity_rough_heston_mc',
];

// biome-ignore lint/suspicious/noExplicitAny: the tables have inputs of many shapes, and the operations' schemas check what is made of them.
type Inputs = any;

/** At most `count` of the items, evenly spread, the first included. */
const spread = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.filter((_, i) => i === 0 || Math.floor((i * count) / items.length) > Math.floor(((i - 1) * count) / items.length));

type Part = Pick<GoldenRequest, 'body' | 'simulated'>;

/** Requests of one operation, one per row of a table; a row of which `partOf` makes nothing is left out. */
const fromTable = (operation: string, path: string, table: string, partOf: (inputs: Inputs) => Part | undefined, count = MAX_ROWS) =>
  spread(
    rowsOf<Inputs, unknown>(table).flatMap(({ id, inputs }) => {
      const part = partOf(inputs);
      return part === undefined ? [] : [{ name: `${operation}: ${table}/${id}`, path, ...part }];
    }),
    count,
  );

/** The reference cases, priced by their pricers by name, with few paths. */
function enginePrices(): GoldenRequest[] {
  const prices = referenceCases().filter(({ kind }) => kind === 'price');
  const groups = [...new Set(prices.map(({ pricerId, table }) => `${pricerId} ${table}`))];
  return groups.flatMap((group) => {
    const cases = prices.filter(({ pricerId, table }) => `${pricerId} ${table}` === group);
    const count = SLOW_PRICERS.some((id) => group.startsWith(id)) ? MAX_SLOW_ROWS : MAX_ROWS;
    return spread(cases, count).map(({ id, table, pricerId, request }) => ({
      name: `priceWithEngine ${pricerId}: ${table}/${id}`,
      path: '/api/v1/engine/price',
      ...('pricer' in request && !pricerId.endsWith('_fd') ? withFewPaths(request) : { body: request }),
    }));
  });
}

/** The body of a simulation with few paths, and few exercise dates where it states how many. */
function withFewPaths(body: object): Part {
  const settings = (body as { readonly pricer?: object }).pricer ?? {};
  return {
    body: { ...body, pricer: { ...settings, ...('numSteps' in settings && { numSteps: NUM_STEPS }), numPaths: NUM_PATHS } },
    simulated: true,
  };
}

const SIMULATED = /\/(contract|strategy|structured|american)\//;
/** Operations without a path parameter that compute and store nothing, and those that fit what they store. */
const isGolden = ({ method, path, example, id }: Operation): boolean =>
  method === 'POST' &&
  !path.includes('{') &&
  example !== undefined &&
  (/\/(engine|price|greeks|implied-vol|batch|contract|strategy|american|convertible|structured|calibrate|portfolio|risk|xva|hedge)(\/|$)/.test(
    path,
  ) ||
    ['createCurve', 'createSurface'].includes(id));

/** The examples of the documentation. */
const examples = (): GoldenRequest[] =>
  operations.filter(isGolden).flatMap(({ id, path, example, furtherExamples = {} }) =>
    Object.entries({ example, ...furtherExamples })
      .filter(([name]) => !TAKES_SECONDS.test(name))
      .map(([name, body]) => ({
        name: `${id}: ${name}`,
        path,
        ...(SIMULATED.test(path) && id !== 'describeContract' ? withFewPaths(body as object) : { body: body as object }),
      })),
  );

const vanilla = ({ spot, strike, rate, volatility, time, dividend, optionType }: Inputs) => ({
  ...{ spot, strike, rate, volatility, time, dividend, optionType },
});
const withDividends = (inputs: Inputs): object => ({ ...vanilla(inputs), dividends: inputs.dividends });
/** The Greeks of a basket of ten assets take seconds. */
const ofFewAssets = (row: Inputs): Part | undefined => (Object.keys(row.market.assets ?? {}).length > 3 ? undefined : withFewPaths(row));
const heston = ({ v0, kappa, theta, sigma, rho }: Inputs) => ({ type: 'heston', v0, kappa, theta, sigma, rho });

const vanillas = (): GoldenRequest[] =>
  (['price', 'greeks'] as const).flatMap((operation) => [
    ...fromTable(`${operation}Option`, `/api/v1/${operation}`, 'black_scholes', (row) => ({ body: vanilla(row) })),
    ...fromTable(
      `${operation}Option`,
      `/api/v1/${operation}`,
      'dividends',
      (row) => (row.exercise === 'european' ? { body: withDividends(row) } : undefined),
      MAX_SLOW_ROWS,
    ),
    ...fromTable(`batch ${operation}`, `/api/v1/batch/${operation}`, 'batch', ({ options }) => ({ body: { options } })),
    ...fromTable(
      `batch ${operation}`,
      `/api/v1/batch/${operation}`,
      'dividends',
      (row) => (row.exercise === 'european' ? { body: { options: [vanilla(row), withDividends(row)] } } : undefined),
      4,
    ),
    ...fromTable(`contract ${operation}`, `/api/v1/contract/${operation}`, 'exotics', ofFewAssets, MAX_SLOW_ROWS),
    ...fromTable(`contract ${operation}`, `/api/v1/contract/${operation}`, 'seasoned', withFewPaths, MAX_SLOW_ROWS),
    ...fromTable(`contract ${operation}`, `/api/v1/contract/${operation}`, 'models', withFewPaths, 4),
  ]);

const impliedVolatilities = (): GoldenRequest[] =>
  rowsOf<Inputs, { readonly error?: string }>('implied_vol')
    .filter(({ expected }) => expected.error === undefined)
    .map(({ id, inputs: { price, ...option } }) => ({
      name: `impliedVolatility: implied_vol/${id}`,
      path: '/api/v1/implied-vol',
      body: { ...option, marketPrice: price },
    }));

const americans = (): GoldenRequest[] => {
  const price = (table: string, bodyOf: (inputs: Inputs) => Part | undefined, count: number) =>
    fromTable('priceAmerican', '/api/v1/american/price', table, bodyOf, count);
  const request = (row: { readonly request: object }) => withFewPaths(row.request);
  return [
    ...price('american', (inputs: AmericanInputs) => request(americanRow({ inputs, expected: {} } as never)), MAX_SLOW_ROWS),
    ...price('american_heston', (inputs: AmericanHestonInputs) => request(americanHestonRow({ inputs, expected: {} } as never)), 4),
    ...price('dividends', (row) => (row.exercise === 'american' ? withFewPaths(withDividends(row)) : undefined), MAX_SLOW_ROWS),
    ...price(
      'american_heston_dividends',
      ({ spot, strike, rate, dividend, time, optionType, dividends, ...model }) =>
        withFewPaths({ spot, strike, rate, dividend, time, optionType, dividends, model: heston(model) }),
      4,
    ),
  ];
};

const contracts = (): GoldenRequest[] => [
  ...rowsOf<ContractRow['inputs'], ContractRow['expected']>('contracts')
    .flatMap((row) => contractPrices(row as ContractRow))
    .map((row) => ({
      name: `contract price: contracts/${row.name}`,
      path: '/api/v1/contract/price',
      ...withFewPaths(contractRequest(row)),
    })),
  ...rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall').map((row) => ({
    name: `priceStructuredProduct: autocall/${row.id}`,
    path: '/api/v1/structured/price',
    ...withFewPaths(structuredRow(row as AutocallRow).request),
  })),
  ...fromTable('priceConvertible', '/api/v1/convertible/price', 'convertible', (inputs: ConvertibleInputs) =>
    inputs.steps === undefined ? { body: convertibleRequest(inputs) } : undefined,
  ),
];

const valuationDate = '2026-11-20';
const currencies = {
  curves: { USD: { rate: 0.03 }, EUR: { rate: 0.02 } },
  fx: { EURUSD: 1.1 },
  volatilities: { USD: { type: 'normal', volatility: 0.008 }, EURUSD: { type: 'lognormal', volatility: 0.09 } },
  models: { USD: { meanReversion: 0.03 }, EUR: { meanReversion: 0.03, volatility: 0.007 } },
  assets: { ACME: { spot: 100, volatility: 0.25, dividend: 0.01 } },
  correlations: [
    { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
    { asset1: 'ACME', asset2: 'USD', correlation: -0.2 },
  ],
  valuationDate,
};
const parties = {
  counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
  own: { hazardRate: 0.01, recoveryRate: 0.4 },
  funding: { borrowSpread: 0.006, lendSpread: 0.004 },
};
const pricer = { numPaths: NUM_PATHS };

/** Every kind of trade by itself, and the trades of the tables, in exposures, adjustments and their sensitivities. */
const nettingSets = (): GoldenRequest[] => {
  const sets: (readonly [name: string, trades: readonly object[], market: object])[] = [
    ...tradeExamples.map((trade) => [`a trade of type ${trade.type}`, [trade], currencies] as const),
    ...(['bermudan', 'bermudan_g2', 'g2_exposure'] as const).flatMap((table) =>
      spread(rowsOf<Inputs, unknown>(table), 5).map(({ id, inputs: { trade, trades = [trade], rate, model, ...hullWhite } }) => {
        const { meanReversion, volatility } = hullWhite;
        return [
          `${table}/${id}`,
          trades as object[],
          { valuationDate, curves: { USD: { rate } }, models: { USD: model ?? { meanReversion, volatility } } },
        ] as const;
      }),
    ),
  ];
  return sets.flatMap(([name, trades, market], i) => {
    const body = { trades, market, exposureTimes: [0.25, 0.5, 1, 2], pricer };
    return [
      { name: `riskExposure: ${name}`, path: '/api/v1/risk/exposure', body },
      { name: `calculateXva: ${name}`, path: '/api/v1/xva/calculate', body: { ...body, ...parties } },
      ...(i % 3 === 0 || name.endsWith('contract')
        ? [{ name: `xvaSensitivities: ${name}`, path: '/api/v1/xva/sensitivities', body: { ...body, ...parties, tenors: [1, 5] } }]
        : []),
    ];
  });
};

const calibrations = (): GoldenRequest[] => [
  ...fromTable('calibrateCurve', '/api/v1/calibrate/curve', 'short_rate_calibration', (body) => ({ body }), 4),
  ...fromTable('calibrateSabr', '/api/v1/calibrate/sabr', 'sabr_calibration', ({ forward, time, beta, strikes, implied_vols }) => ({
    body: { forward, expiry: time, beta, strikes, volatilities: implied_vols },
  })),
  ...fromTable('calibrateHeston', '/api/v1/calibrate/heston', 'heston_calibration', ({ spot, rate, dividend, quotes }) =>
    rate === undefined || quotes[0].implied_vol === undefined
      ? undefined
      : {
          body: {
            ...{ spot, rate, dividend },
            quotes: quotes.map(({ strike, time, implied_vol }: Inputs) => ({ strike, time, impliedVolatility: implied_vol })),
          },
        },
  ),
  ...fromTable(
    'calibrateCurve',
    '/api/v1/calibrate/curve',
    'curve_bootstrap',
    ({ deposits = [], futures = [], swaps_annual_fixed = [] }) =>
      futures.length > 0 || deposits[0]?.simple_rate === undefined
        ? undefined
        : {
            body: {
              valuationDate: '2026-01-05',
              instruments: [
                ...deposits.map(({ time, simple_rate }: Inputs) => ({ type: 'deposit', maturity: time, rate: simple_rate })),
                ...swaps_annual_fixed.map(({ years, par_rate }: Inputs) => ({ type: 'swap', maturity: years, rate: par_rate })),
              ],
            },
          },
  ),
  ...(['svi', 'ssvi'] as const).flatMap((fit) =>
    fromTable(
      `createSurface ${fit}`,
      '/api/v1/market-data/surfaces',
      'ssvi_fit',
      ({ smiles }) => ({
        body: {
          ...{
            name: `${fit}-${JSON.stringify(smiles[0]).length}-${smiles.length}`,
            underlying: 'ACME',
            valuationDate,
            spot: 100,
            rate: 0.02,
            dividend: 0,
            fit,
          },
          quotes: smiles.flatMap(({ time, ks, volatilities }: Inputs) =>
            ks.map((k: number, i: number) => ({ time, strike: Math.round(1e4 * (1 + k)) / 100, impliedVolatility: volatilities[i] })),
          ),
        },
      }),
      3,
    ),
  ),
];

/** Living trades of a book, each alone in its market. */
const datedBook = (): GoldenRequest[] => [
  ...fromTable('portfolioPrice', '/api/v1/portfolio/price', 'dated_book', ({ position, market }) => ({
    body: { positions: [position], market },
  })),
];

/** Risk measures of books of different sizes and ages. */
const books = (): GoldenRequest[] => {
  const book = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: `position-${i}`,
      underlying: ['ACME', 'BETA', 'GAMMA'][i % 3],
      quantity: (i % 2 === 0 ? 100 : -60) + i,
      ...{ spot: [100, 50, 2000][i % 3], rate: 0.03, volatility: [0.25, 0.35, 0.18][i % 3] },
      strike: ([100, 50, 2000][i % 3] as number) * (0.8 + 0.05 * (i % 9)),
      time: 0.1 + 0.2 * (i % 7),
      optionType: i % 4 < 2 ? 'call' : 'put',
    }));
  const returns = Object.fromEntries(
    ['ACME', 'BETA', 'GAMMA'].map((name, k) => [name, Array.from({ length: 250 }, (_, i) => 0.02 * Math.sin(i * (k + 1.3)) * Math.cos(i))]),
  );
  const correlations = [
    { asset1: 'ACME', asset2: 'BETA', correlation: 0.4 },
    { asset1: 'ACME', asset2: 'GAMMA', correlation: 0.6 },
    { asset1: 'BETA', asset2: 'GAMMA', correlation: 0.2 },
  ];
  const measures: readonly (readonly [path: string, more: object])[] = [
    ['portfolio/price', {}],
    ['portfolio/greeks', {}],
    ['portfolio/var', { confidence: 0.99, horizonDays: 10, correlations }],
    ['portfolio/stress', { spotShocks: [-0.2, 0, 0.2], volatilityShocks: [-0.05, 0, 0.1] }],
    ['portfolio/scenarios', { spotShocks: [-0.1, 0, 0.1], volatilityShocks: [0, 0.05], timeShocks: [0, 0.05] }],
    ['risk/var/parametric', { correlations, method: 'delta_normal' }],
    ['risk/var/parametric', { correlations, method: 'delta_gamma' }],
    ['risk/var/historical', { returns, confidence: 0.95 }],
    ['risk/var/monte-carlo', { correlations, pricer: { numPaths: 2048 } }],
    ['risk/expected-shortfall', { method: 'historical', returns }],
    ['risk/expected-shortfall', { method: 'monte_carlo', correlations, pricer: { numPaths: 2048 } }],
    ['risk/stress', { scenarios: [{ name: '2008' }, { name: 'mine', spotShock: -0.1, volatilityShock: 0.05 }] }],
    ['risk/sensitivities', {}],
  ];
  return [3, 7, 60].flatMap((count) =>
    measures.map(([path, more], i) => ({
      name: `${path} ${i}: a book of ${count}`,
      path: `/api/v1/${path}`,
      body: { positions: book(count), ...more },
    })),
  );
};

/** Rows per reference table and pricer in the quick sample, and of those that take long. */
const QUICK_ROWS = 2;
const QUICK_SLOW_ROWS = 1;

/** A few rows of each reference table, and all other requests. */
export function quickSample(requests: readonly GoldenRequest[]): GoldenRequest[] {
  const tables = new Map<string, GoldenRequest[]>();
  for (const request of requests) {
    const [table = request.name] = /^[^:]*: [^/]*(?=\/)/.exec(request.name) ?? [];
    tables.set(table, [...(tables.get(table) ?? []), request]);
  }
  return [...tables].flatMap(([name, rows]) => {
    const isSlow = name.startsWith('priceAmerican') || SLOW_PRICERS.some((id) => name.includes(id));
    return spread(rows, isSlow ? QUICK_SLOW_ROWS : QUICK_ROWS);
  });
}

export const goldenRequests = (): readonly GoldenRequest[] => [
  ...enginePrices(),
  ...examples(),
  ...vanillas(),
  ...impliedVolatilities(),
  ...americans(),
  ...contracts(),
  ...nettingSets(),
  ...calibrations(),
  ...books(),
  ...datedBook(),
];
