/** Term sheets: one content in three formats. */
import type { RenderedDocument } from '../contract/operation.js';
import { PRINT_HEADERS } from '../print/page.js';
import { contentOf, type TermSheetInput } from './content.js';
import { termSheetHtml } from './html.js';
import { termSheetMarkdown } from './markdown.js';

export const TERM_SHEET_FORMATS = ['html', 'markdown', 'json'] as const;
type Format = (typeof TERM_SHEET_FORMATS)[number];

const MEDIA_TYPES: Readonly<Record<string, Format>> = { 'text/html': 'html', 'text/markdown': 'markdown', 'application/json': 'json' };

/** The first format that an Accept header names, whatever its weight; HTML where it names none. */
export const formatIn = (accept = ''): Format =>
  accept
    .split(',')
    .map((part) => MEDIA_TYPES[part.replace(/;.*$/s, '').trim().toLowerCase()])
    .find((format) => format !== undefined) ?? 'html';

export function termSheet(format: Format, input: TermSheetInput): RenderedDocument {
  const content = contentOf(input);
  switch (format) {
    case 'html':
      return {
        contentType: 'text/html; charset=utf-8',
        body: termSheetHtml(content),
        headers: PRINT_HEADERS,
      };
    case 'markdown':
      return { contentType: 'text/markdown; charset=utf-8', body: termSheetMarkdown(content) };
    case 'json':
      return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(content) };
  }
}
