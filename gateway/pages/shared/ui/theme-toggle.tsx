/** Light, dark, or as the operating system has it. */
import { signal } from '@preact/signals';
import { Button } from './controls.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const chosen = signal(document.documentElement.dataset.theme ?? '');

export function ThemeToggle() {
  const isDark = chosen.value === 'dark' || (chosen.value === '' && system.matches);
  const toggle = () => {
    const next = isDark ? 'light' : 'dark';
    // The choice of the operating system needs no record, and goes on following it.
    const isSystems = (next === 'dark') === system.matches;
    if (isSystems) {
      localStorage.removeItem('theme');
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem('theme', next);
      document.documentElement.dataset.theme = next;
    }
    chosen.value = isSystems ? '' : next;
  };
  return (
    <Button small onClick={toggle}>
      {isDark ? 'Light theme' : 'Dark theme'}
    </Button>
  );
}
