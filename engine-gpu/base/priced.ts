/** A result with the id of the pricer that made it. The engine returns both together, so that no caller has to know which pricer it was. */
export interface Priced<Result> {
  readonly pricerId: string;
  readonly result: Result;
}
