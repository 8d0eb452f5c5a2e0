/** The fields of a run that are the same whether it is started now or on a schedule. */
import { type Signal, useSignal } from '@preact/signals';
import { call, type Page } from '../../shared/api.js';
import { Choices, Field } from '../../shared/ui/controls.js';
import { Empty } from '../../shared/ui/states.js';
import { titleOf } from './run-report.js';

export interface Named {
  readonly id: string;
  readonly name: string;
}

const OF_PORTFOLIOS = ['value', 'sensitivities', 'stress'];

interface StatedRun {
  readonly portfolios: Signal<readonly string[]>;
  readonly measures: Signal<readonly string[]>;
  readonly currency: Signal<string>;
}

export const useStatedRun = (): StatedRun => ({
  portfolios: useSignal<readonly string[]>([]),
  measures: useSignal<readonly string[]>(['value']),
  currency: useSignal('EUR'),
});

export const isStated = ({ portfolios, measures }: StatedRun): boolean => portfolios.value.length > 0 && measures.value.length > 0;

/** The request of the run, but for its market. */
export const runOf = ({ portfolios, measures, currency }: StatedRun) => ({
  ...{ portfolioIds: portfolios.value, reportingCurrency: currency.value, measures: measures.value },
  ...(measures.value.includes('stress') && { settings: { stress: { scenarios: [{ name: '2008' }] } } }),
});

export const storedPortfolios = async (signal: AbortSignal): Promise<readonly Named[]> =>
  (await call<Page<Named>>('GET', '/api/v1/portfolios', { query: { limit: 200, sort: 'name' }, signal })).data.items;

export const NothingToRun = ({ missing, path }: { readonly missing: string; readonly path: string }) => (
  <Empty title={`No ${missing} yet`}>
    <p>Store one by POST {path}, or run the seed.</p>
  </Empty>
);

interface RunFieldsProps {
  readonly run: StatedRun;
  readonly books: readonly Named[];
  readonly reasonFor: (field: string) => string | undefined;
}

export const RunFields = ({ run: { portfolios, measures, currency }, books, reasonFor }: RunFieldsProps) => (
  <>
    <Choices
      legend="Portfolios"
      options={books.map((book) => ({ value: book.id, label: book.name }))}
      chosen={portfolios.value}
      onChange={(chosen) => (portfolios.value = chosen)}
    />
    <Choices
      legend="Measures"
      options={OF_PORTFOLIOS.map((measure) => ({ value: measure, label: titleOf(measure) }))}
      chosen={measures.value}
      onChange={(chosen) => (measures.value = chosen)}
      hint="Value at risk, exposure and XVA need settings, which the API takes."
    />
    <Field
      label="Reporting currency"
      value={currency.value}
      onInput={(value) => (currency.value = value.toUpperCase())}
      fault={reasonFor('reportingCurrency')}
      maxLength={3}
      required
    />
  </>
);
