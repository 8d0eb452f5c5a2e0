/** The headers of an HTML document that has a style sheet of its own. */
import { createHash } from 'node:crypto';

/** Lets the document use that style sheet, known by its hash, and load nothing. */
export const ownStyle = (style: string): { readonly 'Content-Security-Policy': string } => ({
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`,
});

/** The documentation of these headers. */
export const ownStyleHeaders = { 'Content-Security-Policy': 'Of HTML: that it may use its own style sheet and nothing else' };
