/** A report on exposure or valuation adjustments as HTML that prints on A4. */
import { columns, list, printedPage, section, table } from '../../print/page.js';
import type { XvaReport } from './content.js';
import { profilePlot } from './profile-plot.js';

const whereSome = (rows: readonly unknown[], body: () => string): string => (rows.length === 0 ? '' : body());

export function xvaReportHtml(report: XvaReport): string {
  const { title, subtitle, summary, measures, profile, profileRows, currency, trades, allocation, collateral, warnings, manifest } = report;
  return printedPage({ title, subtitle }, [
    section('Summary', table(summary)),
    section(
      'Adjustments',
      whereSome(measures, () => columns(['Adjustment', currency, 'Standard error'], measures)),
    ),
    section(
      'Exposure',
      whereSome(profile, () => profilePlot(profile, currency)),
    ),
    section(
      'Share of each trade',
      whereSome(allocation, () => columns(['Trade', 'CVA', 'DVA', 'FVA', 'KVA', 'MVA', 'Total'], allocation)),
    ),
    section(
      'Profile',
      whereSome(profileRows, () =>
        columns(['Date', 'Years', 'Expected exposure', 'Negative exposure', '95 % quantile', '99 % quantile'], profileRows),
      ),
    ),
    section(
      'Trades',
      whereSome(trades, () => columns(['Trade', 'Type', 'Size', 'End'], trades)),
    ),
    section('Collateral', table(collateral)),
    section(
      'Warnings',
      whereSome(warnings, () => list(warnings)),
    ),
    section(
      'Notes',
      `<div class="notes">${list([
        'Exposures are means and quantiles under the risk-neutral measure of the reporting currency: they are no forecasts.',
        'Amounts after ± are standard errors of the simulation; bands of the plot are two of them to either side.',
      ])}</div>`,
    ),
    section('Manifest', table(manifest, 'manifest')),
  ]);
}
