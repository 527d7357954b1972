export function run(file: string, args: string[]): void;
