export function nodeFlags(command: string | undefined): string[];
