/** The figures that pricers of rates products add to a price, and their schema. */
import { z } from 'zod';

const number = (description: string) => z.number().meta({ description });
const day = (description: string) => z.iso.date().meta({ description });

const cashflow = z
  .object({
    leg: z.enum(['fixed', 'floating', 'bond', 'notional']).meta({ description: 'Leg that pays it' }),
    date: day('Payment date'),
    startDate: day('Start of the accrual period').optional(),
    endDate: day('End of the accrual period').optional(),
    accrual: number('Year fraction of the period').optional(),
    rate: number('Rate of the period, spread included, decimal').optional(),
    amount: number('Amount, positive where it is received'),
    currency: z.string().optional().meta({ description: 'Currency of amount and presentValue, where the instrument pays in several' }),
    discountFactor: number('Discount factor of the payment'),
    presentValue: number('Amount times discount factor'),
  })
  .meta({ id: 'RatesCashflow', description: 'A payment after the valuation date' });

const caplet = z
  .object({
    fixingDate: day('Fixing date'),
    startDate: day('Start of the period'),
    endDate: day('End of the period'),
    paymentDate: day('Payment date'),
    accrual: number('Year fraction of the period'),
    forwardRate: number('Forward rate of the period, or its fixing, decimal'),
    discountFactor: number('Discount factor of the payment'),
    price: number('Present value'),
    delta: number('Derivative per 1.00 of the forward rate'),
    vega: number('Derivative per 1.00 of volatility'),
  })
  .meta({ id: 'Caplet', description: 'One option of a cap or floor' });

export const ratesResult = z
  .object({
    parRate: number('Fixed rate at which the swap is worth nothing, decimal'),
    annuity: number('Value of a fixed rate of 1.00 over the remaining fixed periods'),
    fixedLegPrice: number('Present value of the fixed payments, without sign'),
    floatingLegPrice: number('Present value of the floating payments, without sign'),
    delta: number('Derivative per 1.00 of what the option is on: the forward rate, or the spot'),
    gamma: number('Second derivative by the forward rate'),
    vega: number('Derivative per 1.00 of volatility'),
    rho: number('Derivative per 1.00 of all zero rates of both curves in parallel; of an exchange of currencies, of the quote currency’s'),
    discountRho: number('Derivative per 1.00 of the zero rates that discount'),
    projectionRho: number('Derivative per 1.00 of the zero rates that project'),
    foreignRho: number('Derivative per 1.00 of the zero rates of the base currency'),
    cleanPrice: number('Price at settlement per 100 of face value, without accrued interest: the quote, or that of the curve'),
    dirtyPrice: number('Price at settlement per 100 of face value, with accrued interest'),
    accruedInterest: number('Interest accrued at settlement per 100 of face value'),
    yieldToMaturity: number('Yield of the dirty price, compounded as often as coupons are paid, decimal'),
    modifiedDuration: number('Relative fall of the dirty price per 1.00 of yield, years'),
    macaulayDuration: number('Average time of the payments, weighted by their value at the yield, years'),
    convexity: number('Relative second derivative of the dirty price by the yield, years squared'),
    zSpread: number('Spread over the zero rates of the curve, continuously compounded, at which the payments are worth the dirty price'),
    cashflows: z.array(cashflow),
    caplets: z.array(caplet),
  })
  .partial();
export type RatesResult = z.output<typeof ratesResult>;
