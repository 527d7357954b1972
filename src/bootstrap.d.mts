export const SERVING_FLAGS: string[];
export function run(file: string, args: string[]): void;
