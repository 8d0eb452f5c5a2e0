/** The content of a report on exposure or valuation adjustments, from the receipt of the run that computed them. */
import { dateAfter } from '#engine/schemas';
import type { Row } from '../../print/page.js';
import { amountText, percentText } from '../../print/text.js';
import type { ReceiptContent } from '../../run/receipt-file.js';

/** An exposure at a date, as the operations answer it. */
export interface ProfilePoint {
  readonly time: number;
  readonly ee: number;
  readonly nee: number;
  readonly pfe95?: number;
  readonly pfe99?: number;
  readonly standardErrors?: Readonly<Record<'ee' | 'nee', number>>;
}

const MEASURES = {
  cva: 'Credit (CVA)',
  dva: 'Debit (DVA)',
  fca: 'Funding cost (FCA)',
  fba: 'Funding benefit (FBA)',
  fva: 'Funding, FCA less FBA (FVA)',
  kva: 'Capital (KVA)',
  mva: 'Initial margin (MVA)',
  total: 'Total, to be taken off the value',
} as const;
type Measure = keyof typeof MEASURES;
type Figures = Readonly<Record<Measure, number>> & { readonly standardErrors: Readonly<Record<Measure, number>> };

/** The answer of an operation on a netting set, as far as a report shows it. */
interface Answer extends Partial<Omit<Figures, 'standardErrors'>> {
  readonly exposure: readonly ProfilePoint[];
  readonly reportingCurrency: string;
  readonly value?: number;
  readonly epe?: number;
  readonly eepe?: number;
  readonly standardErrors?: Readonly<Record<string, number>>;
  readonly numPaths?: number;
  readonly seed?: number;
  readonly allocation?: readonly (Figures & { readonly trade: number; readonly id?: string })[];
}

/** The request, as far as a report shows it. */
interface Asked {
  readonly nettingSetId?: string;
  readonly snapshotId?: string;
  readonly trades?: readonly Trade[];
  readonly newTrades?: readonly Trade[];
  readonly market?: { readonly valuationDate?: string };
  readonly collateral?: Readonly<Record<string, unknown>>;
  readonly counterparty?: Party;
  readonly own?: Party;
  readonly integration?: string;
}
interface Trade extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly id?: string;
}
interface Party {
  readonly hazardRate?: number;
  readonly recoveryRate?: number;
  readonly counterpartyId?: string;
}

/** The operations whose receipts have a report, and the title of each. */
export const REPORTED: Readonly<Record<string, string>> = {
  riskExposure: 'Exposure of a netting set',
  calculateXva: 'Valuation adjustments of a netting set',
  incrementalXva: 'Valuation adjustments of new trades',
};

export interface XvaReport {
  readonly title: string;
  readonly subtitle: string;
  readonly summary: readonly Row[];
  /** Each with its standard error. */
  readonly measures: readonly (readonly [name: string, amount: string, error: string])[];
  readonly profile: readonly ProfilePoint[];
  readonly profileRows: readonly (readonly string[])[];
  readonly currency: string;
  readonly trades: readonly (readonly string[])[];
  readonly allocation: readonly (readonly string[])[];
  readonly collateral: readonly Row[];
  readonly warnings: readonly string[];
  readonly manifest: readonly Row[];
}

/** Amounts of a report have no digits that its errors leave open: five are enough. */
const FIGURE_DIGITS = 5;
const figure = (value: number): string => amountText(Number(value.toPrecision(FIGURE_DIGITS)));
const errorText = (value: number | undefined): string =>
  value === undefined || value === 0 ? '–' : amountText(Number(value.toPrecision(2)));
const within = (value: number, error: number | undefined): string =>
  error === undefined || error === 0 ? figure(value) : `${figure(value)} ± ${errorText(error)}`;

export function xvaReport({ runId, operationId, createdAt, request, result, manifest }: ReceiptContent): XvaReport {
  const stated = request as Asked;
  const answer = result as Answer;
  const { reportingCurrency: currency, exposure, standardErrors, allocation = [] } = answer;
  const valuationDate = String(manifest.marketDataAsOf ?? stated.market?.valuationDate ?? createdAt.slice(0, 10));
  const measures = (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
    const amount = answer[measure];
    return amount === undefined ? [] : [[MEASURES[measure], figure(amount), errorText(standardErrors?.[measure])] as const];
  });
  const averages = (
    [
      ['epe', 'Expected exposure over a year (EPE)'],
      ['eepe', 'Its effective mean (EEPE)'],
    ] as const
  ).flatMap(([name, label]): Row[] => {
    const average = answer[name];
    return average === undefined ? [] : [[label, within(average, standardErrors?.[name])]];
  });
  return {
    title: REPORTED[operationId] ?? operationId,
    subtitle: `${stated.nettingSetId ?? `${stated.trades?.length ?? 0} trades`}, as of ${valuationDate}; amounts in ${currency}`,
    summary: [
      ...(answer.value === undefined ? [] : [['Risk-free value today', figure(answer.value)] as const]),
      ...(answer.total === undefined ? [] : [['Adjustments in total', within(answer.total, standardErrors?.total)] as const]),
      ...averages,
      ...partyRows('Counterparty', stated.counterparty),
      ...partyRows('Own credit', stated.own),
      ...(stated.snapshotId === undefined ? [] : [['Market', `snapshot ${stated.snapshotId}`] as const]),
      ...(answer.numPaths === undefined ? [] : [['Simulation', `${amountText(answer.numPaths)} paths, seed ${answer.seed}`] as const]),
    ],
    measures,
    profile: exposure,
    profileRows: exposure.map((point) => [
      point.time === 0 ? valuationDate : dateAfter(valuationDate, point.time),
      figure(point.time),
      within(point.ee, point.standardErrors?.ee),
      within(point.nee, point.standardErrors?.nee),
      point.pfe95 === undefined ? '–' : figure(point.pfe95),
      point.pfe99 === undefined ? '–' : figure(point.pfe99),
    ]),
    currency,
    trades: [...(stated.trades ?? []), ...(stated.newTrades ?? [])].map(tradeRow),
    allocation: allocation.map(({ trade, id, ...each }) => [
      id ?? `trade ${trade + 1}`,
      ...(['cva', 'dva', 'fva', 'kva', 'mva'] as const).map((measure) => figure(each[measure])),
      within(each.total, each.standardErrors.total),
    ]),
    collateral: Object.entries(stated.collateral ?? {}).map(([name, value]) => [named(name), valueText(value)] as const),
    warnings: manifest.warnings ?? [],
    manifest: [
      ['Run', runId],
      ['Computed', createdAt],
      ['Pricer', `${manifest.pricerId}, version ${manifest.pricerVersion}, ${manifest.capabilityStatus}`],
      ['Fingerprint', manifest.pricerFingerprint],
      ['Engine', manifest.engineVersion],
    ],
  };
}

const partyRows = (name: string, party: Party | undefined): Row[] => {
  if (party === undefined) return [];
  const { counterpartyId, hazardRate, recoveryRate } = party;
  if (counterpartyId !== undefined) return [[name, counterpartyId]];
  const intensity = hazardRate === undefined ? 'a curve of default intensities' : `default intensity ${percentText(hazardRate)} a year`;
  return [[name, `${intensity}${recoveryRate === undefined ? '' : `, recovery ${percentText(recoveryRate)}`}`]];
};

/** The name of a field as people write it: minimumTransfer, minimum transfer. */
const named = (field: string): string => {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const valueText = (value: unknown): string =>
  typeof value === 'number'
    ? amountText(value)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([name, each]) => `${named(name).toLowerCase()} ${valueText(each)}`)
          .join(', ')
      : String(value);

/** The terms by which a reader knows a trade. */
function tradeRow({ type, id, ...terms }: Trade, index: number): string[] {
  const { notional, buyAmount, quantity, maturity, tenor, deliveryDate, expiry, currency, buyCurrency, underlying } = terms;
  const size = notional ?? buyAmount ?? quantity;
  const end = maturity ?? tenor ?? deliveryDate ?? expiry;
  return [
    id ?? `trade ${index + 1}`,
    named(type.replaceAll('_', ' ')),
    [size === undefined ? '' : valueText(size), currency ?? buyCurrency ?? underlying ?? ''].join(' ').trim(),
    end === undefined ? '–' : typeof end === 'number' ? `${amountText(end)} years` : String(end),
  ];
}
