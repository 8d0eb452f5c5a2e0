/** A run in the bundle of the engine computes again what a receipt holds, and keeps no receipt of its own. */
import { LongText } from '../contract/long-text.js';
import type * as kept from './receipts.js';

export const openReceipt: typeof kept.openReceipt = () => ({
  newText: (text) => new LongText(text),
  keep: async () => {},
});
