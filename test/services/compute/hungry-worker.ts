/** A task that needs more memory than any thread has. */
export default function fill(): never {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index + Math.random()));
}
