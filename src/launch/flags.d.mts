export function nodeFlags(name: string | undefined): string[];
