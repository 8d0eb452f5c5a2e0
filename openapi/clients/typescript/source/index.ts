/** Client of the derivatives pricing and risk service: names that a quant would write, over every operation by its id. */

import type { Result } from './result.js';
import { Service } from './service.js';
import type { CallOptions, Connection } from './transport.js';
import type { Body, Data, OperationId, Schema, Without } from './types.js';

export * from './failure.js';
export { Job, type JobOptions, type JobState } from './job.js';
export type { OPERATIONS } from './operations.js';
export type { Receipt, Result } from './result.js';
export type { components, operations, paths } from './schema.js';
export { Service, type SubmissionOptions } from './service.js';
export type { CallOptions, Connection } from './transport.js';
export type { Body, Data, Input, Item, ListId, OperationId, RunManifest, Schema } from './types.js';

/** Where the market of a contract comes from, and how it is simulated. */
type ContractSettings = Without<Body<'priceContract'>, 'contract'>;
/** Positions by value, or the id of a stored portfolio (`pfl_…`). */
type Positions = readonly Schema<'OptionPosition'>[] | string;

type Settings<Id extends OperationId> = Without<Body<Id>, 'positions' | 'portfolioId'>;
type Method = 'parametric' | 'historical' | 'monte_carlo';
const VALUE_AT_RISK = { parametric: 'riskVarParametric', historical: 'riskVarHistorical', monte_carlo: 'riskVarMonteCarlo' } as const;

/** A connection to the service. */
export class Client extends Service {
  /** Calls an operation that has a body and nothing besides. */
  #post<Id extends OperationId>(id: Id, body: unknown, options?: CallOptions): Promise<Result<Data<Id>>> {
    return this.call(id, { body } as never, options);
  }

  /** Black-Scholes price of a European option. */
  price = (option: Body<'priceOption'>, options?: CallOptions) => this.#post('priceOption', option, options);
  /** Price and Greeks of a European option. */
  greeks = (option: Body<'greeksOption'>, options?: CallOptions) => this.#post('greeksOption', option, options);
  /** The volatility at which a European option has a price. */
  impliedVolatility = (request: Body<'impliedVolatility'>, options?: CallOptions) => this.#post('impliedVolatility', request, options);
  /** Prices of up to 100 000 European options, in their order. */
  prices = (list: Body<'batchPrice'>['options'], options?: CallOptions) => this.#post('batchPrice', { options: list }, options);
  /** Greeks of up to 100 000 European options, in their order. */
  greeksOfAll = (list: Body<'batchGreeks'>['options'], options?: CallOptions) => this.#post('batchGreeks', { options: list }, options);
  /** Price of an American option. */
  american = (request: Body<'priceAmerican'>, options?: CallOptions) => this.#post('priceAmerican', request, options);
  /** Price of a convertible bond. */
  convertible = (request: Body<'priceConvertible'>, options?: CallOptions) => this.#post('priceConvertible', request, options);
  /** Price by a pricer that the request names. */
  priceWith = (request: Body<'priceWithEngine'>, options?: CallOptions) => this.#post('priceWithEngine', request, options);
  /** Exposure profile of a netting set. */
  exposure = (request: Body<'riskExposure'>, options?: CallOptions) => this.#post('riskExposure', request, options);
  /** CVA, DVA, FVA, KVA and MVA of a netting set. */
  xva = (request: Body<'calculateXva'>, options?: CallOptions) => this.#post('calculateXva', request, options);

  readonly calibrate = {
    /** A curve that reprices its instruments. */
    curve: (request: Body<'calibrateCurve'>, options?: CallOptions) => this.#post('calibrateCurve', request, options),
    sabr: (request: Body<'calibrateSabr'>, options?: CallOptions) => this.#post('calibrateSabr', request, options),
    heston: (request: Body<'calibrateHeston'>, options?: CallOptions) => this.#post('calibrateHeston', request, options),
  };

  /** A contract of any shape, with the market in which it is priced. */
  contract(contract: Schema<'ContractSpec'>, settings?: ContractSettings) {
    return {
      price: (own: ContractSettings = marketOf(settings), options?: CallOptions) =>
        this.#post('priceContract', { ...own, contract }, options),
      greeks: (own: ContractSettings = marketOf(settings), options?: CallOptions) =>
        this.#post('greeksContract', { ...own, contract }, options),
      describe: (options?: CallOptions) => this.#post('describeContract', { contract }, options),
    };
  }

  /** Positions by value, or a stored portfolio by its id. */
  portfolio(positions: Positions) {
    const named = typeof positions === 'string' ? { portfolioId: positions } : { positions };
    const measure =
      <Id extends OperationId>(id: Id) =>
      (settings: Settings<Id> = {} as Settings<Id>, options?: CallOptions) =>
        this.#post(id, { ...settings, ...named }, options);
    return {
      price: measure('portfolioPrice'),
      greeks: measure('portfolioGreeks'),
      stress: measure('portfolioStress'),
      scenarios: measure('portfolioScenarios'),
      explain: measure('portfolioExplain'),
      /** Value at risk: delta-normal without a method. */
      var: ({ method, ...settings }: { readonly method?: Method } & Record<string, unknown> = {}, options?: CallOptions) =>
        this.#post(method === undefined ? 'portfolioVar' : VALUE_AT_RISK[method], { ...settings, ...named }, options),
      expectedShortfall: measure('riskExpectedShortfall'),
      sensitivities: measure('riskSensitivities'),
    };
  }
}

function marketOf(settings: ContractSettings | undefined): ContractSettings {
  if (settings === undefined) throw new TypeError('a contract needs a market to be priced in');
  return settings;
}

/** @returns a connection to the service; nothing is sent yet */
export const connect = (connection: Connection): Client => new Client(connection);
