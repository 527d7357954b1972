export const RUNTIMES: Record<string, string>;
export function run(file: string, args: string[]): Promise<void>;
