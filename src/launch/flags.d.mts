export function nodeFlags(name: string | undefined): string[];
export function nodeEnv(name: string | undefined): Record<string, string>;
