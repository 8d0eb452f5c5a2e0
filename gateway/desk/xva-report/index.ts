/** The report of a run on a netting set: the numbers of its receipt as a document that prints. */
import { z } from 'zod';
import { HttpFailure } from '../../contract/errors.js';
import { renderedOperation } from '../../contract/operation.js';
import { ownStyleHeaders } from '../../contract/own-style.js';
import { receiptView } from '../../operations/receipts.js';
import { PRINT_HEADERS } from '../../print/page.js';
import type { ReceiptContent } from '../../run/receipt-file.js';
import { readReceipt } from '../../run/receipts.js';
import { REPORTED, xvaReport } from './content.js';
import { xvaReportHtml } from './html.js';

export const xvaReports = [
  renderedOperation({
    id: 'getReceiptReport',
    method: 'GET',
    path: '/desk/v1/receipts/{runId}/report',
    tag: 'Receipts',
    scope: 'governance',
    costClass: 'store',
    wire: 'document',
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    summary: 'Report of an exposure or of valuation adjustments, as a document',
    description: `As HTML that prints on A4: the adjustments with their standard errors, the exposure as a plot and as a table, the share of each trade, and the manifest. Nothing is computed: the numbers are those of the receipt of ${Object.keys(REPORTED).join(', ')}. Another receipt has no report.`,
    params: z.strictObject({ runId: z.uuid() }),
    produces: ['text/html'],
    responseHeaders: ownStyleHeaders,
    handle: async ({ params: { runId }, call }, { evidence }) => {
      const receipt = JSON.parse(`${receiptView(await readReceipt(evidence, runId, call))}`) as ReceiptContent;
      if (!Object.hasOwn(REPORTED, receipt.operationId))
        throw new HttpFailure('SVC-RES-002', `the receipt is of ${receipt.operationId}, of which there is no report`);
      return { contentType: 'text/html; charset=utf-8', body: xvaReportHtml(xvaReport(receipt)), headers: PRINT_HEADERS };
    },
  }),
];
