/** Keyboard shortcuts of a page, and the list of them. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from './dialog.js';

export interface Shortcut {
  /** One key, or two that are typed one after the other, such as `g k`. */
  readonly keys: string;
  readonly does: string;
  readonly run: () => void;
}

/** Milliseconds within which the second key of a shortcut follows the first. */
const SEQUENCE_MS = 1_000;

/** Puts the cursor into the first search field of the view. */
function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}

const BUILT_IN: readonly Shortcut[] = [{ keys: '/', does: 'Search in this view', run: focusSearch }];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** Listens for the shortcuts. @returns whether the list of shortcuts is to be shown, which `?` sets */
export function useKeyboard(shortcuts: readonly Shortcut[]): Signal<boolean> {
  const help = useSignal(false);
  useEffect(() => {
    let first = '';
    let firstAt = 0;
    const listen = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const typed = performance.now() - firstAt < SEQUENCE_MS ? `${first} ${event.key}` : event.key;
      const all = [...BUILT_IN, ...shortcuts, { keys: '?', does: '', run: () => (help.value = true) }];
      const shortcut = all.find(({ keys }) => keys === typed) ?? all.find(({ keys }) => keys === event.key);
      if (shortcut === undefined) {
        first = event.key;
        firstAt = performance.now();
        return;
      }
      first = '';
      event.preventDefault();
      shortcut.run();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [shortcuts]);
  return help;
}

export const KeyboardHelp = ({ shortcuts, onClose }: { readonly shortcuts: readonly Shortcut[]; readonly onClose: () => void }) => (
  <Dialog title="Keyboard" onClose={onClose}>
    <dl class="facts">
      {[...BUILT_IN, ...shortcuts, { keys: '?', does: 'This list' }, { keys: 'Esc', does: 'Close a dialog' }].map(({ keys, does }) => [
        <dt key={`${keys}-keys`}>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>,
        <dd key={`${keys}-does`}>{does}</dd>,
      ])}
    </dl>
  </Dialog>
);
