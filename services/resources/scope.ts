/** What a key may be used for (interface specification, 5.6). */
export const scopes = ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'governance', 'validate', 'admin'] as const;

export type Scope = (typeof scopes)[number];
