/** Curves of discounting and of forward rates that reproduce quotes together. */
import { parse, pointerPart } from '../../base/faults.js';
import type { Priced } from '../../base/priced.js';
import { SOLVERS } from '../../base/solvers.js';
import { fitCurveSet, type SetCurve } from '../../calibration/curve-set.js';
import { bookMarket, ratesOf } from '../../market/book-market.js';
import { type Curve, discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { dateAfter } from '../../time/date.js';
import type { CurveSetRequest, CurveSetResponse } from './curve-set-request.js';
import { type PlaceOf, quotedInstruments, type StatedInstrument } from './quoted-instruments.js';

type StatedCurve = CurveSetRequest['curves'][string];

/** A curve of the request by its field and name. */
interface NamedCurve {
  readonly field: 'curves' | 'projections';
  readonly name: string;
  readonly stated: StatedCurve;
}

/** The rate of curves that are yet to be fitted, while the dates of instruments are read; no number depends on it. */
const ANY_RATE = { rate: 0 };

/**
 * Fits all curves of a request, each with one node per instrument.
 *
 * @param today  ISO date, the valuation date where the request has none
 * @throws EngineFailure `invalid`, `cost`, or `calibration` where the quotes have no curves
 */
export function calibrateCurves(request: CurveSetRequest, today: string): Priced<CurveSetResponse> {
  const { valuationDate = today, fx, fixings } = request;
  const named = (['curves', 'projections'] as const).flatMap((field) =>
    Object.entries(request[field]).map(([name, stated]): NamedCurve => ({ field, name, stated })),
  );
  const inMarket = <Value>(field: NamedCurve['field'], curveFor: (curve: NamedCurve) => Value) =>
    Object.fromEntries(named.filter((each) => each.field === field).map((each) => [each.name, curveFor(each)]));
  const unfitted = ({ stated }: NamedCurve) => ('instruments' in stated ? ANY_RATE : stated);
  const market = parse(bookMarket, {
    ...{ valuationDate, fx, fixings },
    ...{ curves: inMarket('curves', unfitted), projections: inMarket('projections', unfitted) },
  });
  const placeOf: PlaceOf = (field, name) => named.findIndex((each) => each.field === field && each.name === name);
  const stated = named.flatMap(({ field, name, stated: curve }, place) =>
    'instruments' in curve
      ? curve.instruments.map((input, i): StatedInstrument & { readonly place: number } => ({
          ...{ input, place, pointer: `/${field}/${pointerPart(name)}/instruments/${i}` },
          index: field === 'projections' ? name : undefined,
        }))
      : [],
  );
  const [reportingCurrency = ''] = Object.keys(request.curves);
  const instruments = quotedInstruments(stated, { market, reportingCurrency, valuationDate }, placeOf);
  const set = named.map(({ field, name, stated: curve }, place): SetCurve => {
    if (!('instruments' in curve)) return { known: curveOf(ratesOf(curve), valuationDate, `/${field}/${pointerPart(name)}`) };
    return { name, interpolation: curve.interpolation, instruments: instruments.filter((_, i) => stated[i]!.place === place) };
  });
  const { curves, nodes, derivatives } = fitCurveSet(set);
  const fitted = (curve: NamedCurve) => ('instruments' in curve.stated ? inputOf(curves[named.indexOf(curve)]!) : curve.stated);
  const result: CurveSetResponse = {
    market: { valuationDate, curves: inMarket('curves', fitted), projections: inMarket('projections', fitted), fx },
    nodes: nodes.map(({ time, curve, error }, i) => {
      const { field, name } = named[curve]!;
      const { label, quote } = instruments[i]!;
      const discountFactor = discount(curves[curve]!, time);
      const zeroRate = curves[curve]!.zeroRates[curves[curve]!.times.indexOf(time)]!;
      return { field, name, instrument: label, quote, error, date: dateAfter(valuationDate, time), time, discountFactor, zeroRate };
    }),
    ...(request.derivatives && { derivatives: derivatives().map((row) => [...row]) }),
  };
  return { pricerId: SOLVERS.curveSet.id, result };
}

const inputOf = ({ times, zeroRates, interpolation }: Curve) => ({ times: [...times], zeroRates: [...zeroRates], interpolation });
