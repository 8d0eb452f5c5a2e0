/**
 * Upper quantiles of a sample, each between the two order statistics around level · (n + 1), at which the expected share of the law below is
 * the level. Only the values beyond the lowest of the quantiles are put in order.
 *
 * @param levels  increasing
 * @see R. Hyndman, Y. Fan (1996), Sample quantiles in statistical packages, definition 6
 */
export function upperQuantiles(values: Float64Array, levels: readonly number[]): number[] {
  const n = values.length;
  const positions = levels.map((level) => Math.min(Math.max(level * (n + 1), 1), n) - 1);
  const first = Math.floor(positions[0]);
  const top = largest(values, n - first).sort();
  return positions.map((position) => {
    const index = Math.floor(position);
    const lower = top[index - first];
    return position === index ? lower : lower + (position - index) * (top[index + 1 - first] - lower);
  });
}

/** The largest of the values, in no order: those that a heap with the smallest at its root has kept. */
function largest(values: Float64Array, count: number): Float64Array {
  const heap = values.slice(0, count);
  const sink = (from: number, value: number): void => {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) break;
      if (child + 1 < count && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= value) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = value;
  };
  for (let i = (count >> 1) - 1; i >= 0; i--) sink(i, heap[i]);
  for (let i = count; i < values.length; i++) if (values[i] > heap[0]) sink(0, values[i]);
  return heap;
}
