import { convertiblePriceRequest, convertiblePriceResponse } from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

export const convertible = [
  operation({
    id: 'priceConvertible',
    method: 'POST',
    path: '/api/v1/convertible/price',
    tag: 'Convertible',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-CALC-001'],
    prices: ['convertible'],
    summary: 'Price and sensitivities of a convertible bond with credit risk',
    description:
      'With creditSpread: the model of Tsiveriotis and Fernandes (1998). With hazardRate and recoveryRate: a tree with default. Amounts are per bond, and the price includes accrued interest.',
    request: convertiblePriceRequest,
    example: {
      bond: {
        faceValue: 100,
        couponRate: 0.02,
        couponFrequency: 2,
        maturity: 5,
        conversionRatio: 2,
        callSchedule: [{ time: 3, price: 110, trigger: 60 }],
        putSchedule: [{ time: 2, price: 100 }],
      },
      market: { spot: 40, rate: 0.03, volatility: 0.3, hazardRate: 0.02, recoveryRate: 0.4 },
    },
    response: convertiblePriceResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.priceConvertible', body, call, dependencies),
  }),
];
