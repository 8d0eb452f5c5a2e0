/** The pages that the gateway serves: each has a folder here with the entry `main.tsx`, and one line in this list. */

interface Page {
  /** Name of its folder. */
  readonly name: string;
  /** Address of the page, which also reads the addresses below it. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

export const pages: readonly Page[] = [
  {
    name: 'home',
    path: '/',
    title: 'Derivatives pricing and risk',
    description: 'Pages and documents of this installation.',
  },
  {
    name: 'console',
    path: '/console',
    title: 'Console',
    description: 'Administration of tenants, keys and users; receipts, jobs, approvals and validation.',
  },
  {
    name: 'studio',
    path: '/studio',
    title: 'Studio',
    description: 'Contracts of any shape composed, priced, explored and published, with every number’s error beside it.',
  },
  {
    name: 'verify',
    path: '/verify',
    title: 'Verify a receipt',
    description: 'Computes the number of a receipt again in the browser, without a server, and compares it to the last bit.',
  },
];
