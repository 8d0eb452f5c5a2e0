/**
 * European swaptions of a currency whose short rate has two factors (G2++). No single rate says where they are exercised, so that they have no tables: until
 * expiry such an option is a contract that pays max(Σ c_i P(T, t_i), 0) at expiry, an option on a basket of zero bonds. Its value is regressed as that of
 * any contract (contract-fits.ts) on Black's formula for the exchange of what the swap receives for what it pays, which is off by the change of their
 * weights alone. After expiry the flows of the swap count where it was exercised.
 *
 * Mean absolute error of a value on a path against the formula of the model (model/g2-swaption.ts) in the state of the path, over 109 random models and
 * options with 2 048 paths per regression, as a fraction of the larger of today's value and 0.1 % of the notional: below 2e-4 in half of them, 6e-3 in
 * nine of ten, and 0.2 in the worst, an option of 20 years that is worth 8e-5 of its notional.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, section 4.2, for the model
 */
import { type CrossAssetModel, type LinearForm, logarithmsAt } from '../../model/cross-asset.js';
import type { ContractTerms, EuropeanTerms, OptionTerms, TradeTerms } from '../../product/trade/terms.js';
import { swapPayments } from './swaption-legs.js';

/** The option, if it is a European swaption in a currency of two factors. */
export const swaptionOfTwoFactors = (option: OptionTerms | undefined, { market }: CrossAssetModel): EuropeanTerms | undefined =>
  option?.kind === 'swap' && market.currencies[currencyOf(option)].second !== undefined ? option : undefined;

const currencyOf = ({ exercised }: EuropeanTerms): number => exercised.periods[0].currency;

/** The trade with its value until expiry as a contract, if it is such an option. @param index  its place in the netting set */
export function withContract(terms: TradeTerms, index: number, model: CrossAssetModel): TradeTerms {
  const option = swaptionOfTwoFactors(terms.option, model);
  if (option === undefined) return terms;
  const { expiry, quantity, exercised } = option;
  const currency = currencyOf(option);
  const payments = swapPayments([exercised], expiry);
  const contract: ContractTerms = {
    index,
    contract: {
      type: 'payoff',
      of: { type: 'basket', assets: payments.map((_, i) => i), weights: payments.map(({ amount }) => amount) },
      pays: { type: 'option', strike: 0, sign: 1 },
      time: expiry,
    },
    assets: payments.map(({ time }) => ({ kind: 'bond', currency, maturity: time })),
    currency,
    quantity,
  };
  return { ...terms, contract };
}

/** What the swap pays, as amounts and the logarithms of their values at expiry: it is exercised where their sum is above 0. */
export function exercisedValue(
  model: CrossAssetModel,
  option: EuropeanTerms,
): readonly { readonly amount: number; readonly form: LinearForm }[] {
  const logs = logarithmsAt(model, option.expiry);
  const currency = currencyOf(option);
  return swapPayments([option.exercised], option.expiry).map(({ time, amount }) => ({ amount, form: logs.bond(currency, time) }));
}
