export const SERVING_FLAGS: string[];
export function nodeFlags(command: string | undefined): string[];
