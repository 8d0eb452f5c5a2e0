/** Term sheets: one content in three formats. */
import type { RenderedDocument } from '../contract/operation.js';
import { contentOf, type TermSheetInput } from './content.js';
import { CONTENT_SECURITY_POLICY, termSheetHtml } from './html.js';
import { termSheetMarkdown } from './markdown.js';

export const TERM_SHEET_FORMATS = ['html', 'markdown', 'json'] as const;
type Format = (typeof TERM_SHEET_FORMATS)[number];

export function termSheet(format: Format, input: TermSheetInput): RenderedDocument {
  const content = contentOf(input);
  switch (format) {
    case 'html':
      return {
        contentType: 'text/html; charset=utf-8',
        body: termSheetHtml(content),
        headers: { 'Content-Security-Policy': CONTENT_SECURITY_POLICY },
      };
    case 'markdown':
      return { contentType: 'text/markdown; charset=utf-8', body: termSheetMarkdown(content) };
    case 'json':
      return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(content) };
  }
}
