/** Payments as rows of numbers that a loop reads at the step of their date: one text serves any number of payments on any dates. */
import type { KernelBuilder } from './kernel-builder.js';

interface Loops {
  /** Adds a row to the loop of a key. `body` is the text of one payment, which reads its row from l[`at`] on. */
  readonly add: (key: readonly (string | number)[], step: number, row: readonly number[], body: (at: string) => string) => void;
  /** Writes the loops; call it once all rows have been added. */
  readonly write: () => void;
}

interface Loop {
  readonly body: (at: string) => string;
  readonly rows: (readonly [step: number, row: readonly number[]])[];
}

export function openLoops(builder: KernelBuilder): Loops {
  const loops = new Map<string, Loop>();
  return {
    add: (key, step, row, body) => {
      const loop = loops.get(key.join('|')) ?? { body, rows: [] };
      loop.rows.push([step, row]);
      loops.set(key.join('|'), loop);
    },
    write: () => {
      for (const { body, rows } of loops.values()) {
        const counts = new Map<number, number>();
        const starts = new Map<number, number>();
        for (const [step, row] of rows.sort(([a], [b]) => a - b)) {
          const offset = builder.row(...row);
          if (!starts.has(step)) starts.set(step, offset);
          counts.set(step, (counts.get(step) ?? 0) + 1);
        }
        const [k, place] = [builder.fresh(), builder.fresh()];
        const size = rows[0]![1].length;
        builder.step(`for (let ${k} = 0; ${k} < ${builder.column(builder.marks(counts))}; ${k}++) {
const ${place} = ${builder.column(builder.marks(starts))} + ${k} * ${size};${body(place)}
}`);
      }
    },
  };
}
