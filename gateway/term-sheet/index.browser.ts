/** The bundle of the engine writes no term sheets, which price nothing. */
import type * as written from './index.js';

export const TERM_SHEET_FORMATS: typeof written.TERM_SHEET_FORMATS = ['html', 'markdown', 'json'];

export const termSheet: typeof written.termSheet = () => {
  throw new Error('the bundle of the engine writes no term sheets');
};

export const formatIn: typeof written.formatIn = () => 'html';
