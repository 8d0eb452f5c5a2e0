/** How many entries a page of a list has: the same for callers of the gateway and in the reference service. */
export const DEFAULT_PAGE_LIMIT = 50;
export const MAX_PAGE_LIMIT = 500;
