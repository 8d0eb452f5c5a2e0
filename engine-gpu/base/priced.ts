/** A result of the engine, with the id of the pricer that made its numbers: whoever passes the number on adds no id of its own. */
export interface Priced<Result> {
  /** Id of the pricer that made the numbers; of several, the one with the weakest status. */
  readonly pricerId: string;
  readonly result: Result;
}

/** A result that no pricer made, such as a statistic of numbers in the request. */
export interface Unpriced<Result> {
  readonly pricerId?: undefined;
  readonly result: Result;
}
