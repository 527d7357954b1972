/** The version of a server, or why it cannot be used and what else to do. */
export type Asked = { version: string } | { trouble: string; hint?: string };
