/** The counts of a walk over a hash chain. */
interface Walk {
  readonly links: number;
  /** Links whose signature is that of a configured key. */
  readonly signed: number;
  /** Number of the link whose hash is kept outside the store; 0: none is. */
  readonly anchored: number;
}

/** Says what the walk over a hash chain could not check. */
export function uncheckedBy({ links, signed, anchored }: Walk, noun: 'blocks' | 'entries'): string[] {
  return [
    ...(anchored === 0 ? [`whether the newest ${noun} were cut off: no head of the chain is kept outside the store`] : []),
    ...(signed < links
      ? [
          `who wrote ${links - signed} ${noun}: they have no signature of a configured key, and whoever writes the store could make them anew`,
        ]
      : []),
  ];
}
