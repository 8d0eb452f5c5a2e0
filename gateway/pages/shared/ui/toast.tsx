/** Short messages about what has just been done. They go by themselves; nothing is said in them alone. */
import { signal } from '@preact/signals';

/** Milliseconds for which a message stays. */
const TOAST_MS = 5_000;

const shown = signal<readonly { readonly id: number; readonly text: string }[]>([]);
let lastId = 0;

export function toast(text: string): void {
  const id = ++lastId;
  shown.value = [...shown.value.filter((each) => each.text !== text), { id, text }];
  setTimeout(() => {
    shown.value = shown.value.filter((each) => each.id !== id);
  }, TOAST_MS);
}

export const Toasts = () => (
  <div class="toasts" role="status">
    {shown.value.map(({ id, text }) => (
      <div class="toast" key={id}>
        {text}
      </div>
    ))}
  </div>
);
