/** Changes that cannot be seen, by the file of `dist` and the change, each with its reason. */
interface Unseen {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

export const REASONS: readonly Unseen[] = [];
