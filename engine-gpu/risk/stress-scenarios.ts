/** Named stress scenarios: moves of the whole market, each with the days and levels that it is taken from. */

interface StressScenario {
  readonly name: string;
  /** Relative move of every spot. */
  readonly spotShock: number;
  /** Absolute move of every implied volatility, decimal. */
  readonly volatilityShock: number;
  /** Absolute parallel move of every rate, decimal. */
  readonly rateShock: number;
  /** The historical event, and the source of the moves. */
  readonly description: string;
}

/**
 * Historical moves are closing levels of the S&P 500, of its implied volatility index (VXO in 1987, VIX later) and of the ten-year US
 * Treasury yield, the last rounded to 5 basis points.
 */
export const STRESS_SCENARIOS: readonly StressScenario[] = [
  {
    name: '1987',
    spotShock: -0.2047,
    volatilityShock: 1.138,
    rateShock: -0.0075,
    description: 'Black Monday, 16 to 19 October 1987: S&P 500 282.70 to 224.84, VXO 36.4 to 150.2; ten-year yield to 20 October',
  },
  {
    name: '1998',
    spotShock: -0.1934,
    volatilityShock: 0.2805,
    rateShock: -0.0045,
    description: 'Russian default and LTCM, 17 July to 31 August 1998: S&P 500 1186.75 to 957.28, VIX 16.23 to 44.28',
  },
  {
    name: '2008',
    spotShock: -0.2816,
    volatilityShock: 0.4429,
    rateShock: 0.0015,
    description: 'Lehman Brothers, 12 September to 10 October 2008: S&P 500 1251.70 to 899.22, VIX 25.66 to 69.95',
  },
  {
    name: '2020',
    spotShock: -0.3393,
    volatilityShock: 0.4721,
    rateShock: -0.008,
    description: 'Pandemic, 19 February to 23 March 2020: S&P 500 3386.15 to 2237.40, VIX 14.38 to 61.59',
  },
  { name: 'rates_up_100', spotShock: 0, volatilityShock: 0, rateShock: 0.01, description: 'All rates rise by 100 basis points' },
  { name: 'rates_down_100', spotShock: 0, volatilityShock: 0, rateShock: -0.01, description: 'All rates fall by 100 basis points' },
  { name: 'rates_up_200', spotShock: 0, volatilityShock: 0, rateShock: 0.02, description: 'All rates rise by 200 basis points' },
  { name: 'rates_down_200', spotShock: 0, volatilityShock: 0, rateShock: -0.02, description: 'All rates fall by 200 basis points' },
  { name: 'volatility_up_10', spotShock: 0, volatilityShock: 0.1, rateShock: 0, description: 'All implied volatilities rise by 10 points' },
];

export const stressScenario = (name: string): StressScenario | undefined => STRESS_SCENARIOS.find((each) => each.name === name);
