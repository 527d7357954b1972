/** What a server tells of itself, or why it cannot be used, with what more there is to do. */
export type Asked = { version: string } | { trouble: string; hint?: string };
