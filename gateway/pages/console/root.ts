/** Address of the console, below which its views are. */
export const ROOT = '/console';
