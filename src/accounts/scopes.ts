/** What a key may be used for: data routes, webhooks and events, exports. */
export const SCOPES = ['read', 'webhooks', 'export'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a route may require of a key: a scope, or the right to manage the keys of its account. */
export type Need = Scope | 'admin';
