/** The address of the page as a signal, and links that change it without loading the document again. */
import { signal } from '@preact/signals';

/** Path and search of the address bar. */
export const address = signal({ path: location.pathname, search: location.search });

const read = (): void => {
  address.value = { path: location.pathname, search: location.search };
};

/** Goes to an address of the same page. @param replace whether "back" leads past the present address */
export function go(target: string, replace = false): void {
  if (replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  read();
}

/** A query parameter of the address. */
export const parameter = (name: string): string => new URLSearchParams(address.value.search).get(name) ?? '';

/** Writes query parameters into the address; an empty value removes one. */
export function setParameters(values: Readonly<Record<string, string>>): void {
  const search = new URLSearchParams(address.value.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') search.delete(name);
    else search.set(name, value);
  }
  go(search.size > 0 ? `${address.value.path}?${search}` : address.value.path, true);
}

/** Follows links below a path without loading the document. Other pages, new tabs and downloads are left to the browser. */
export function followLinks(root: string): void {
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return;
    if (link.pathname !== root && !link.pathname.startsWith(`${root}/`)) return;
    if (link.hash !== '' && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
