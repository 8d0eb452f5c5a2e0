/** The frame of a page with navigation: skip link, side bar, main part, keyboard and messages. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { address } from '../router.js';
import { Button } from './controls.js';
import { KeyboardHelp, type Shortcut, useKeyboard } from './keyboard.js';
import { ThemeToggle } from './theme-toggle.js';
import { Toasts } from './toast.js';

interface NavigationGroup {
  readonly title: string;
  readonly links: readonly { readonly path: string; readonly title: string }[];
}

interface ShellProps {
  readonly title: string;
  readonly root: string;
  readonly groups: readonly NavigationGroup[];
  readonly shortcuts?: readonly Shortcut[];
  /** Stands at the foot of the side bar, above the choice of the theme. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

const isCurrent = (path: string, root: string): boolean =>
  address.value.path === path || (path !== root && address.value.path.startsWith(`${path}/`));

export function Shell({ title, root, groups, shortcuts = [], foot, children }: ShellProps) {
  const open = useSignal(false);
  const main = useRef<HTMLElement>(null);
  const { path } = address.value;
  const previous = useRef(path);
  // After a link, the keyboard and the screen reader go on at the top of what it led to.
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    open.value = false;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);
  const help = useKeyboard(shortcuts);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div class="shell">
        <div class="side">
          <div class="side-top">
            <a class="brand" href={root}>
              {title}
            </a>
            <span class="menu-button">
              <Button small onClick={() => (open.value = !open.value)}>
                {open.value ? 'Close menu' : 'Menu'}
              </Button>
            </span>
          </div>
          <nav class={`nav ${open.value ? '' : 'folded'}`} aria-label={title}>
            {groups.map((group) => (
              <div key={group.title}>
                <h2>{group.title}</h2>
                <ul>
                  {group.links.map((link) => (
                    <li key={link.path}>
                      <a href={link.path} aria-current={isCurrent(link.path, root) ? 'page' : undefined}>
                        {link.title}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div class={`side-foot ${open.value ? '' : 'folded'}`}>
            {foot}
            <div class="actions">
              <ThemeToggle />
              <Button small onClick={() => (help.value = true)} label="Keyboard shortcuts">
                ?
              </Button>
            </div>
          </div>
        </div>
        <main class="main" id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {help.value && <KeyboardHelp shortcuts={shortcuts} onClose={() => (help.value = false)} />}
      <Toasts />
    </>
  );
}

/** The head of a view: its title, one sentence on what it is, and its main actions. */
export const Head = ({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly children?: ComponentChildren;
}) => {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p>{about}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </div>
  );
};
