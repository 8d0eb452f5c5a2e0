/** A task that needs more memory than any thread has. */
export default function fill(): never {
  const arrays: number[][] = [];
  for (;;) arrays.push(Array.from({ length: 10_000 }, (_, index) => index + Math.random()));
}
